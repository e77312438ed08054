// Starts the page that is one file. Both programs stand in it as one text, the page's first.
try {
  const { textContent: programs, dataset } = document.getElementById("programs");
  const [page, search] = [Number(dataset.page), Number(dataset.search)];
  // The search's worker is made of the file's parts, because a page that was opened from a disk may
  // fetch nothing from there.
  const worker = [
    document.getElementById("search").textContent,
    `\n${unpack}
    Promise.resolve()
      .then(() => unpack("${programs}", ${page + search}).slice(${page}))
      .then((program) => wasm_bindgen({ module_or_path: program }))
      .catch((error) => postMessage(JSON.stringify({ Failed: \`\${error}\` })));`,
  ];
  const address = URL.createObjectURL(new Blob(worker, { type: "text/javascript" }));
  document.documentElement.dataset.worker = address;
  await __wbg_init({ module_or_path: unpack(programs, page) });
} catch (error) {
  const note = document.createElement("p");
  note.className = "boot";
  note.setAttribute("role", "alert");
  note.textContent = `mnmscope could not be started (${error}). It needs a Chrome, Edge, Firefox or Safari of the last two years, and the whole of this file: copy it again if it was cut.`;
  document.getElementById("app").replaceChildren(note);
  throw error;
}
