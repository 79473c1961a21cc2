// Small things about the document that every part needs; knows no puzzle.

export function byId(id) {
  return document.getElementById(id);
}

export function numberOf(id) {
  return Number(byId(id).value);
}

// Adds an option for every name, after those that are there if `after`.
export function fill(select, names, after = false) {
  const options = names.map((name) => new Option(name, name));
  if (after) select.append(...options);
  else select.replaceChildren(...options);
}

export function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
