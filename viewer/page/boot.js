/** Entry of the page: opens the bundles or the server that the page names, and starts. */
import { start } from "./main.js";
import { openHosts } from "./host/open.js";

openHosts(document).then(start).catch((error) => {
  const box = document.createElement("p");
  box.className = "fatal";
  box.setAttribute("role", "alert");
  box.textContent = `The page cannot start: ${error.message}`;
  document.body.append(box);
});
