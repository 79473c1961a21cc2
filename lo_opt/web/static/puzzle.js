// A puzzle as the page holds it: flat arrays of cells, row by row; presses by offsets the server gave. Knows no DOM.

export class Puzzle {
  constructor(record, moves) {
    this.moves = moves; // {offsets}, [down, right] from the pressed cell, or {lists}, the lights of every cell's button
    this.buttons = record.buttons;
    this.name = record.name ?? "";
    this.rows = record.board.length;
    this.cols = record.board[0].length;
    this.rule = record.rule;
    this.wrap = record.wrap;
    this.states = record.states;
    this.lights = flat(record.board);
    this.holes = this.marks(record.holes);
    this.forbidden = this.marks(record.forbidden);
    this.required = this.marks(record.required);
    this.weights = record.weights ? record.weights.flat() : null;
    this.target = Array.isArray(record.target) ? flat(record.target) : record.target;
  }

  get size() {
    return this.rows * this.cols;
  }

  marks(rows) {
    return rows ? flat(rows) : new Uint8Array(this.size);
  }

  targetAt(cell) {
    if (this.target === "off") return 0;
    return this.target === "on" ? this.states - 1 : this.target[cell];
  }

  isSolved() {
    return this.lights.every((state, cell) => this.holes[cell] || state === this.targetAt(cell));
  }

  isPressable(cell) {
    return !this.holes[cell] && !this.forbidden[cell];
  }

  // The lights a press moves, each as often as it is moved.
  lightsOf(cell) {
    if (this.moves.lists) return this.moves.lists[cell];
    const row = Math.floor(cell / this.cols);
    const col = cell % this.cols;
    const acrossWraps = this.wrap === "rows" || this.wrap === "torus";
    const downWraps = this.wrap === "cols" || this.wrap === "torus";
    const found = [];
    if (this.holes[cell]) return found;
    for (const [down, right] of this.moves.offsets) {
      let r = row + down;
      let c = col + right;
      if (downWraps) r = ((r % this.rows) + this.rows) % this.rows;
      if (acrossWraps) c = ((c % this.cols) + this.cols) % this.cols;
      if (r < 0 || r >= this.rows || c < 0 || c >= this.cols) continue;
      const light = r * this.cols + c;
      if (!this.holes[light]) found.push(light);
    }
    return found;
  }

  // The lights a press changes: those moved by a multiple of the states are not among them.
  changedBy(cell) {
    const counts = new Map();
    for (const light of this.lightsOf(cell)) counts.set(light, (counts.get(light) ?? 0) + 1);
    return [...counts].filter(([, count]) => count % this.states).map(([light]) => light);
  }

  press(cell, times = 1) {
    for (const light of this.lightsOf(cell)) {
      this.lights[light] = (this.lights[light] + times) % this.states;
    }
  }

  record() {
    return {
      name: this.name,
      board: this.words(this.lights),
      rule: this.rule,
      buttons: this.buttons,
      wrap: this.wrap,
      states: this.states,
      target: typeof this.target === "string" ? this.target : this.words(this.target),
      weights: this.weights ? this.split(this.weights) : null,
      forbidden: this.anyOf(this.forbidden),
      required: this.anyOf(this.required),
      holes: this.anyOf(this.holes),
    };
  }

  anyOf(marks) {
    return marks.some(Boolean) ? this.words(marks) : null;
  }

  words(cells) {
    return this.split(cells).map((row) => row.join(""));
  }

  split(cells) {
    return Array.from({ length: this.rows }, (_, r) => Array.from(cells.slice(r * this.cols, (r + 1) * this.cols)));
  }
}

export function flat(rows) {
  return Uint8Array.from(rows.join(""), Number);
}

// The same puzzle on another size: what lies in both is kept.
export function resized(record, rows, cols) {
  const fit = (lines, fill) => lines && Array.from({ length: rows }, (_, r) =>
    Array.from({ length: cols }, (_, c) => lines[r]?.[c] ?? fill));
  const words = (lines) => lines && fit(lines, "0").map((row) => row.join(""));
  const same = rows === record.board.length && cols === record.board[0].length;
  return {
    ...record,
    buttons: same ? record.buttons : null,
    board: words(record.board),
    target: Array.isArray(record.target) ? words(record.target) : record.target,
    weights: fit(record.weights, "1"),
    forbidden: words(record.forbidden),
    required: words(record.required),
    holes: words(record.holes),
  };
}
