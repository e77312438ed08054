
// What a first visit does not need is fetched in parts.

// The page that is one file has its parts in it, and says here how to get at them.
let within;

// A part of this build. One of another build would write over the page's memory what does not
// belong there, so each is known by its hash; what the browser has kept may be of the build before.
async function fetchPart(name, integrity) {
  if (within) return within(name);
  const url = new URL(name, import.meta.url);
  const response = await fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: "reload" }));
  return response.arrayBuffer();
}

async function startPart(bytes, imports) {
  return WebAssembly.instantiate(await bytes, imports);
}

