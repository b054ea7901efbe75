/* wend/wend.h: includes all headers of the library wend (without wend-kit). */
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include <wend/area.h>
#include <wend/attributes.h>
#include <wend/base.h>
#include <wend/behaviour.h>
#include <wend/bundle.h>
#include <wend/definitions.h>
#include <wend/density.h>
#include <wend/entry.h>
#include <wend/explain.h>
#include <wend/field.h>
#include <wend/grid.h>
#include <wend/ground.h>
#include <wend/machine.h>
#include <wend/map.h>
#include <wend/math.h>
#include <wend/model.h>
#include <wend/names.h>
#include <wend/objects.h>
#include <wend/preset.h>
#include <wend/queue.h>
#include <wend/random.h>
#include <wend/route.h>
#include <wend/select.h>
#include <wend/snapshot.h>
#include <wend/source.h>
#include <wend/space.h>
#include <wend/view.h>
#include <wend/world.h>

#endif
