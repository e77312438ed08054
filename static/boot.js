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

// Only a build that has a name is kept for when there is no network, and no browser keeps any that
// came over plain http from another machine.
const root = document.documentElement;
const { build } = root.dataset;
if (build && navigator.serviceWorker) {
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    // Another window took the next build, which is whole in this one too after a reload. It loses
    // nothing: the page keeps its runs over it.
    if (data?.mnmscope === "build" && data.build !== build) location.reload();
  });
  // Where the browser refuses, as in some private windows, the page needs the network.
  navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" }).then(follow, () => {});
}

// Says when the next build is there, whole; the page asks the reader, and answers.
function follow(registration) {
  const tell = () => {
    if (registration.waiting && registration.active) {
      root.dataset.update = "ready";
      dispatchEvent(new Event("mnmscope-update"));
    }
  };
  tell();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", tell);
  });
  addEventListener("mnmscope-take-over", () => registration.waiting?.postMessage("take over"));
  document.addEventListener("visibilitychange", () => {
    // Without a network there is nothing new.
    if (!document.hidden) registration.update().catch(() => {});
  });
}
