// Keeps a whole build of the page, so that it works without a network, and so that nobody sees half
// of one build and half of the next. Releasing writes the two lines below: the build's name, and the
// hash of each of its files. A build without a name (while the page is developed) keeps nothing and
// clears away what one before it kept.
const BUILD = "";
const FILES = {};

// Several sites can lie on one host, each in its folder.
const OURS = `mnmscope ${self.registration.scope} `;
const CACHE = OURS + BUILD;

self.addEventListener("install", (event) => {
  // A build without a name waits for nobody. Another one waits until the reader wants it.
  event.waitUntil(BUILD === "" ? self.skipWaiting() : fill());
});

// All files, or none: where one is missing, or is not of this build, the one before stays.
async function fill() {
  const cache = await caches.open(CACHE);
  const files = Object.entries(FILES);
  await Promise.all(files.map(async ([path, hash]) => {
    const url = new URL(path, self.registration.scope).href;
    await cache.put(url, await fetched(url, hash));
  }));
}

// A file with this hash. What the browser has kept may be of the build before.
async function fetched(url, integrity) {
  try {
    return await fetch(url, { integrity });
  } catch {
    return await fetch(url, { integrity, cache: "reload" });
  }
}

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

// The build before goes, and every window that still shows it is told.
async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
  for (const window of await self.clients.matchAll({ type: "window" })) {
    window.postMessage({ mnmscope: "build", build: BUILD });
  }
  if (BUILD === "") await self.registration.unregister();
}

self.addEventListener("fetch", (event) => {
  const [url] = event.request.url.split(/[?#]/);
  if (event.request.method !== "GET" || !url.startsWith(self.registration.scope)) return;
  const path = decodeURI(url.slice(self.registration.scope.length));
  const file = path === "" || path === "index.html" ? "./" : path;
  if (Object.hasOwn(FILES, file)) event.respondWith(kept(file, event.request));
});

// A file as it was kept; a browser that is short of space may have dropped it.
async function kept(file, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(file, self.registration.scope).href)) ?? fetch(request);
}
