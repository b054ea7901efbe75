/** Short messages that disappear by themselves. Screen readers read them out. */
const SHOWN_MS = 6000;
const MOST = 4;

export function toast(root, text, kind) {
  const list = root.querySelector("#toasts");
  const item = document.createElement("div");
  item.className = `toast ${kind}`;
  item.setAttribute("role", kind === "error" ? "alert" : "status");
  item.textContent = text;
  list.append(item);
  while (list.children.length > MOST) list.firstChild.remove();
  setTimeout(() => item.remove(), SHOWN_MS);
}
