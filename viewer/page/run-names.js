/** Names of two runs that are compared: what they chose differently. */

const KINDS = [["select", "goals"], ["plan", "plan"], ["follow", "follow"], ["steer", "steer"]];

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/* What a state chose where another one chose something else. */
function choices(state, other) {
  const found = new Set();
  (state.profiles ?? []).forEach((profile, i) => {
    const against = other.profiles?.[i];
    if (!against) return;
    for (const [key, label] of KINDS) {
      if (profile[key] !== against[key]) found.add(`${label} ${profile[key]}`);
    }
    if (!same(profile.modify, against.modify)) {
      found.add(`modify ${(profile.modify ?? []).map((one) => one.name ?? one).join(", ")
        || "nothing"}`);
    }
    for (const [kind, settings] of Object.entries(profile.settings ?? {})) {
      if (Array.isArray(settings)) continue; // of modifiers, which are compared by name
      for (const [name, value] of Object.entries(settings ?? {})) {
        const before = against.settings?.[kind]?.[name];
        if (before !== undefined && !same(before, value)) found.add(`${name} ${value}`);
      }
    }
  });
  return [...found];
}

/** @returns {string[]} one name for each run; a run that has a name keeps it */
export function nameRuns(runs) {
  if (runs.length < 2) return runs.map(() => "");
  return runs.map((run, i) => {
    if (run.name) return run.name;
    const found = choices(run.state, runs[1 - i].state).slice(0, 3).join(", ");
    return found || ["left", "right"][i];
  });
}
