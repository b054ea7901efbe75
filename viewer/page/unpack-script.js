/** The only script that stands in the page as text: it unpacks the others, and starts them. */
import { fromBase64, gunzip } from "./host/unpack.js";

gunzip(fromBase64(document.getElementById("wend-script").textContent)).then((bytes) => {
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  script.onload = () => URL.revokeObjectURL(script.src);
  document.body.append(script);
});
