// Starts the page that is one file. All programs stand in it as one text, the page's first and the
// search's last; each is named with the place where it ends.
try {
  const { textContent: programs, dataset } = document.getElementById("programs");
  const words = dataset.ends.split(" ");
  const names = words.filter((_, k) => k % 2 === 0);
  const ends = words.filter((_, k) => k % 2 === 1).map(Number);
  const [search, all] = ends.slice(-2);
  let parts;
  within = (name) => {
    parts ??= unpack(programs, search);
    const place = names.indexOf(name);
    return parts.slice(ends[place - 1], ends[place]);
  };
  // The search's worker is made of the file's parts, because a page that was opened from a disk may
  // fetch nothing from there.
  const worker = [
    document.getElementById("search").textContent,
    `\n${unpack}
    Promise.resolve()
      .then(() => unpack("${programs}", ${all}).slice(${search}))
      .then((program) => wasm_bindgen({ module_or_path: program }))
      .catch((error) => postMessage(JSON.stringify({ Failed: \`\${error}\` })));`,
  ];
  const address = URL.createObjectURL(new Blob(worker, { type: "text/javascript" }));
  document.documentElement.dataset.worker = address;
  await __wbg_init({ module_or_path: unpack(programs, ends[0]) });
} catch (error) {
  const note = document.createElement("p");
  note.className = "boot";
  note.setAttribute("role", "alert");
  note.textContent = `mnmscope could not be started (${error}). It needs a Chrome, Edge, Firefox or Safari of the last two years, and the whole of this file: copy it again if it was cut.`;
  document.getElementById("app").replaceChildren(note);
  throw error;
}
