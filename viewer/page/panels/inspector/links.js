/**
 * Links between the marks of an explanation, the list of objects and the world view: what the user
 * points at in one of them lights up in all.
 */

/** A wall of an obstacle as the end points of a segment, or null. */
function obstacleWall(state, subject) {
  const obstacle = state?.obstacles?.find(({ index }) => index === subject.index);
  return obstacle?.walls?.[subject.part ?? 0] ?? null;
}

function segment(points, layer) {
  return points ? [{ kind: "segment", points, layer }] : [];
}

/**
 * What the view highlights for an object of a mark.
 * @param {any} subject
 * @param {any} explanation
 * @param {any} run
 * @returns {any[]} the argument of app.view.highlight
 */
export function highlightsOf(subject, explanation, run) {
  const index = subject?.index ?? 0;
  const { layer } = explanation;
  switch (subject?.kind) {
  case "agent":
    return [{ kind: "agent", key: subject.key, slot: subject.slot }];
  case "goal":
    return [{ kind: "goal", index }];
  case "wall":
    return segment(subject.segment, layer);
  case "obstacle": {
    const wall = obstacleWall(run.state, subject);
    return wall ? segment(wall, layer) : [{ kind: "obstacle", index }];
  }
  case "portal":
    return segment(explanation.route?.portals?.[index], layer);
  case "connection": {
    const found = run.description.connections?.[index];
    return segment(found ? [...found.from, ...found.to] : null, found?.from_layer);
  }
  default:
    return [];
  }
}

/**
 * Marks the elements of one object in a container, and only those.
 * @param {Element} container
 * @param {string | null} id null: none
 */
export function lightUp(container, id) {
  for (const element of container.querySelectorAll("[data-subject]")) {
    element.classList.toggle("lit", id !== null && element.dataset.subject === id);
  }
  container.classList.toggle("has-lit", id !== null);
}

/** The object under the pointer or with the focus, or null. */
export function subjectAt(target) {
  return target instanceof Element ? target.closest("[data-subject]")?.dataset.subject ?? null
    : null;
}
