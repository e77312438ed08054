// Starts the page. A file of its own, because the page's policy allows no inline script; and an
// import at run time, because a failed static one could not be told to the reader.
try {
  const { default: init } = await import("./mnmscope.js");
  await init({ module_or_path: new URL("./mnmscope_bg.wasm", import.meta.url) });
} catch (error) {
  const note = document.createElement("p");
  note.className = "boot";
  note.setAttribute("role", "alert");
  note.textContent =
    typeof WebAssembly === "object"
      ? `mnmscope could not be loaded (${error}). Reload the page; if you host it yourself, check that boot.js, mnmscope.js and mnmscope_bg.wasm lie beside index.html.`
      : "This browser has no WebAssembly, which mnmscope needs. Chrome, Edge, Firefox and Safari of the last two years have it.";
  document.getElementById("app").replaceChildren(note);
  throw error;
}
