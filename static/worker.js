// The search's worker: the same program as the page, which finds that it has no page.
import init from "./mnmscope.js";

await init({ module_or_path: new URL("./mnmscope_bg.wasm", import.meta.url) });
