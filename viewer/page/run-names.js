/** Names of two runs that are compared: what they chose differently. */

/* Keys of a profile, what they are called, and where its settings are. */
const KINDS = [["select", "goals", "selector"], ["plan", "plan", "planner"],
  ["follow", "follow", "follower"], ["steer", "steer", "steering"]];

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/* What a state chose where another one chose something else. */
function choices(state, rival) {
  const found = new Set();
  (state.profiles ?? []).forEach((profile, i) => {
    const against = rival.profiles?.[i];
    if (!against) return;
    const other = new Set(); // kinds of which another entry was chosen: with other settings
    for (const [key, label, kind] of KINDS) {
      if (profile[key] === against[key]) continue;
      found.add(`${label} ${profile[key]}`);
      other.add(kind);
    }
    if (!same(profile.modify, against.modify)) {
      found.add(`modify ${(profile.modify ?? []).map((one) => one.name ?? one).join(", ")
        || "nothing"}`);
    }
    for (const [kind, settings] of Object.entries(profile.settings ?? {})) {
      if (Array.isArray(settings) || other.has(kind)) continue; // lists are those of modifiers
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
    return found || ["first", "second"][i];
  });
}
