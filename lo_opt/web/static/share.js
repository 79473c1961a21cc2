// A puzzle as the part of an address behind #, readable and stable; knows no server.

const MARKS = ["forbidden", "required", "holes"];

export function toHash(record) {
  const words = new URLSearchParams({ board: record.board.join("/") });
  if (record.buttons) words.set("buttons", record.buttons.map((lights) => lights.join(",")).join("/"));
  else if (record.rule !== "plus") words.set("rule", record.rule);
  if (record.wrap !== "none") words.set("wrap", record.wrap);
  if (record.states !== 2) words.set("states", record.states);
  if (record.target !== "off") words.set("target", Array.isArray(record.target) ? record.target.join("/") : record.target);
  if (record.weights) words.set("weights", record.weights.map((row) => row.join(",")).join("/"));
  for (const key of MARKS) if (record[key]) words.set(key, record[key].join("/"));
  if (record.name) words.set("name", record.name);
  return `#${words.toString().replaceAll("%2F", "/").replaceAll("%2C", ",")}`;
}

// Returns null if the hash names no puzzle; whether it is a good one is for the server to say.
export function fromHash(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const rows = (key) => (words.has(key) ? words.get(key).split("/") : null);
  if (!words.has("board")) return null;
  const target = words.get("target") ?? "off";
  return {
    name: words.get("name") ?? "",
    board: rows("board"),
    rule: words.get("rule") ?? "plus",
    buttons: rows("buttons")?.map((lights) => (lights ? lights.split(",").map(Number) : [])) ?? null,
    wrap: words.get("wrap") ?? "none",
    states: Number(words.get("states") ?? 2),
    target: target === "off" || target === "on" ? target : rows("target"),
    weights: rows("weights")?.map((row) => row.split(",")) ?? null,
    ...Object.fromEntries(MARKS.map((key) => [key, rows(key)])),
  };
}
