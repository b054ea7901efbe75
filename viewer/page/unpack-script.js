/** The only script that stands in the page as text: it unpacks style and script, and starts. */
import { fromBase64, gunzip } from "./host/unpack.js";

const unpack = (id) => gunzip(fromBase64(document.getElementById(id).textContent));

Promise.all(["wend-style", "wend-script"].map(unpack)).then(([css, code]) => {
  const style = document.createElement("style");
  style.textContent = new TextDecoder().decode(css);
  document.head.append(style);
  document.body.dataset.styled = "true";
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  script.onload = () => URL.revokeObjectURL(script.src);
  document.body.append(script);
});
