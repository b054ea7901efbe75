/** What profiles use now, and the messages that change it. Pure. */

/** The stages, with the key of a profile that names their entry; the most visible one first. */
export const STAGES = [
  { kind: "steering", key: "steer", title: "Steering model" },
  { kind: "planner", key: "plan", title: "Planner" },
  { kind: "follower", key: "follow", title: "Follower" },
  { kind: "selector", key: "select", title: "Goal selector" },
  { kind: "modifier", key: "modify", title: "Modifiers" },
];

/** The profiles that a choice concerns: one, or all (null). */
export function concerned(profiles, index) {
  return index === null ? profiles : profiles.filter((profile) => profile.index === index);
}

/** Whether profiles differ in a stage. */
export function differ(profiles, key) {
  const texts = new Set(profiles.map((profile) => JSON.stringify(profile[key] ?? null)));
  return texts.size > 1;
}

/** The names of the modifiers of a profile, in order. */
export function modifiersOf(profile) {
  return (profile.modify ?? []).map((item) => (typeof item === "string" ? item : item.name));
}

/** The settings of modifier `at` of a profile. */
function modifierSettings(profile, at) {
  const own = profile.modify?.[at];
  if (own && typeof own === "object") return own.settings ?? {};
  const all = profile.settings?.modifiers;
  return all?.[at]?.settings ?? all?.[at] ?? {};
}

/** The settings of a stage; `at` is the number of a modifier. */
export function settingsOf(profile, kind, at = 0) {
  return kind === "modifier" ? modifierSettings(profile, at) : profile.settings?.[kind] ?? {};
}

/** The value of a parameter: as the profile has it, else the default. */
export function valueOf(settings, param) {
  return param.name in settings ? settings[param.name] : param.default;
}

/** The message that makes a stage use an entry. */
export function chooseEntry(profile, kind, name) {
  return { do: "choose", profile, kind, name, settings: {} };
}

/** The message that sets one parameter of the entry in use. */
export function chooseSetting(profile, kind, name, param, value) {
  return { do: "choose", profile, kind, name, settings: { [param]: value } };
}

/** The message that replaces the modifiers. */
export function chooseModifiers(profile, list) {
  return { do: "choose", profile, kind: "modifier", modifiers: list };
}

/** The modifiers of a profile as a list for `chooseModifiers`. */
export function modifierList(profile) {
  return modifiersOf(profile).map((name, at) => ({ name,
    settings: { ...modifierSettings(profile, at) } }));
}

/** When changes act, and on which of two runs. */
export function actsOn({ runs, run }) {
  const when = "Changes act from the next step on";
  if (runs.length < 2) return `${when}.`;
  return `${when}, in the ${run === runs[0] ? "first" : "second"} run. Click on the other run in `
    + "the view to change that one.";
}
