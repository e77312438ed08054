// The search's worker: a program of its own, fetched when a search first starts. A script of the old
// kind, because one that is a module cannot be started by a page that was opened from a disk.
importScripts("./mnmscope-search.js");

const program = new URL("./mnmscope-search_bg.wasm", self.location.href);
wasm_bindgen({ module_or_path: program }).catch((error) => {
  postMessage(JSON.stringify({ Failed: `${error}` }));
});
