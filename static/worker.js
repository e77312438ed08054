// The search's worker: a program of its own, fetched when a search first starts.
import init from "./mnmscope-search.js";

await init({ module_or_path: new URL("./mnmscope-search_bg.wasm", import.meta.url) });
