/** Pointer, wheel and touch on a view: panning, zooming, turning, picking, and tools. */
import { describeAgent } from "../ui/agent-text.js";

const CLICK_PX = 5; // a press that moves less is a click
const PICK_PX = 14;
const WHEEL = 0.0016; // zoom for each px of the wheel
const TURN = 0.008; // rad for each px

export class Pointer {
  constructor(view) {
    this.view = view;
    this.pressed = new Map();
    this.moved = 0;
    this.at = null;
    this.mode = null;
    const { canvas } = view;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.cancel(event));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("dblclick", () => this.followSelected());
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /* Where an event is, in px of the view and in the world. */
  point(event) {
    const box = this.view.canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    return { ...this.view.toWorld(px, py), px, py };
  }

  down(event) {
    const { view } = this;
    const index = view.app.views.indexOf(view);
    view.app.activate(index);
    view.canvas.focus({ preventScroll: true });
    view.canvas.setPointerCapture(event.pointerId);
    const point = this.point(event);
    this.pressed.set(event.pointerId, point);
    this.moved = this.pressed.size > 1 ? Infinity : 0;
    const isMain = event.button === 0 && this.pressed.size === 1;
    if (isMain && view.tool?.down && view.tool.down(point, event) !== false) this.mode = "tool";
    else if (this.pressed.size > 1) this.mode = "pinch";
    else this.mode = event.button === 2 || event.shiftKey ? "turn" : "pan";
  }

  move(event) {
    const { view } = this;
    const point = this.point(event);
    this.at = event.pointerType === "touch" ? null : point;
    view.app.emit("pointer", point, view);
    const before = this.pressed.get(event.pointerId);
    if (!before) {
      view.tool?.move?.(point, event);
      return;
    }
    this.pressed.set(event.pointerId, point);
    const [dx, dy] = [point.px - before.px, point.py - before.py];
    this.moved += Math.abs(dx) + Math.abs(dy);
    if (this.mode === "tool") view.tool?.move?.(point, event);
    else if (this.mode === "pinch") this.pinch(event.pointerId, before, point);
    else if (this.moved >= CLICK_PX) this.drag(dx, dy);
  }

  drag(dx, dy) {
    const { app } = this.view;
    const { camera } = app;
    if (this.mode === "turn" && camera.isTilted) {
      camera.set({ turn: camera.turn + dx * TURN, tilt: camera.tilt - dy * TURN });
    } else {
      this.view.follow(null);
      camera.pan(dx, dy);
    }
    app.cameraMoved();
  }

  pinch(id, before, after) {
    const { view } = this;
    const other = [...this.pressed].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const distance = (p) => Math.max(1, Math.hypot(p.px - other.px, p.py - other.py));
    const { camera } = view.app;
    camera.zoom(distance(after) / distance(before), other.px, other.py, view.width, view.height);
    camera.pan((after.px - before.px) / 2, (after.py - before.py) / 2);
    view.app.cameraMoved();
  }

  up(event) {
    const point = this.point(event);
    this.pressed.delete(event.pointerId);
    if (this.mode === "tool") this.view.tool?.up?.(point, event);
    else if (this.mode !== null && this.moved < CLICK_PX && event.button === 0) this.click(point);
    if (this.pressed.size === 0) this.mode = null;
  }

  cancel(event) {
    this.pressed.delete(event.pointerId);
    if (this.pressed.size === 0) this.mode = null;
  }

  leave() {
    this.at = null;
    this.view.app.emit("pointer", null, this.view);
  }

  wheel(event) {
    event.preventDefault();
    const { view } = this;
    const pixels = event.deltaY * (event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 400 : 1);
    const { px, py } = this.point(event);
    const factor = Math.exp(-Math.max(-600, Math.min(600, pixels)) * WHEEL
      * (event.ctrlKey ? 4 : 1));
    view.app.camera.zoom(factor, px, py, view.width, view.height);
    view.app.cameraMoved();
  }

  /** The slot of the agent that is drawn nearest to a point of the view, or null. */
  nearest({ px, py }, remaining) {
    const { frame } = this.view.run;
    const { screen } = this.view;
    const visible = new Set(this.view.visibleLayers);
    let best = null;
    let least = PICK_PX;
    for (let i = 0; i < frame.count; i++) {
      if (!visible.has(frame.layer[i])) continue;
      const at = screen.toPx(frame.x[i] - frame.vx[i] * remaining,
        frame.y[i] - frame.vy[i] * remaining, frame.layer[i]);
      const distance = Math.hypot(at.x - px, at.y - py) - frame.radius[i] * screen.scale;
      if (distance < least) {
        least = distance;
        best = frame.slots[i];
      }
    }
    return best;
  }

  async click(point) {
    const { view } = this;
    const slot = this.nearest(point, view.app.player.remaining(view.run));
    if (slot === null) view.app.select(null);
    else await view.app.selectSlot(slot);
  }

  followSelected() {
    const { view } = this;
    if (view.app.selected) view.follow(view.app.selected.slot);
  }

  /** Shows what is under the pointer; called for each picture. */
  hover(remaining) {
    const { view } = this;
    const isFree = this.at && this.mode === null && !view.tool;
    const slot = isFree ? this.nearest(this.at, remaining) : null;
    if (slot !== view.hovered) {
      view.hovered = slot;
      view.dirty = true;
      view.canvas.style.cursor = view.tool?.cursor ?? (slot === null ? "" : "pointer");
    }
    const { tooltip } = view;
    tooltip.hidden = slot === null;
    if (slot === null) return;
    const text = describeAgent(view.run, slot, view.app.colouring);
    if (tooltip.textContent !== text) tooltip.textContent = text;
    const left = Math.min(this.at.px + 14, view.width - 190);
    const top = Math.min(this.at.py + 14, view.height - 60);
    tooltip.style.transform = `translate(${left}px, ${top}px)`;
  }
}
