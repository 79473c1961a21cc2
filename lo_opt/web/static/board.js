// A board of buttons on the page: one tab stop, arrows, labels in words, and marks; knows no rule and no server.

const WORDS_UP_TO = 16; // columns; smaller cells have no room for a word
const GAPS = [[8, 6], [16, 4], [32, 2], [64, 1]];
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  // `onPress(cell)` for a click, tap or Space; `onSelect(cell, key)` when the selection moves, `key` if by an arrow;
  // `onKey(event)` for other keys, true if it took one; `previewOf(cell)` the lights a press would change.
  constructor(root, { label, widest = 576, onPress, onSelect = () => {}, onKey = () => false, previewOf = () => [] }) {
    this.root = root;
    this.onPress = onPress;
    this.onSelect = onSelect;
    this.onKey = onKey;
    this.previewOf = previewOf;
    this.cells = [];
    this.signatures = [];
    this.cursor = 0;
    this.previewed = [];
    this.widest = widest;
    new ResizeObserver(() => this.fit()).observe(root.parentElement);
    addEventListener("resize", () => this.fit());
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", label);
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressedKey(event));
    // Some browsers click a button when Space is let go, whatever became of the key before.
    root.addEventListener("keyup", (event) => event.key === " " && event.preventDefault());
    root.addEventListener("pointerover", (event) => this.preview(this.indexOf(event.target)));
    root.addEventListener("pointerleave", () => this.preview(this.hasFocus() ? this.cursor : -1));
    root.addEventListener("focusin", () => this.preview(this.cursor));
    root.addEventListener("focusout", () => this.preview(-1));
  }

  // Draws `view`: {rows, cols, states, lights, holes, barred, required, weights, goals, rings, diamonds, proofs, hint,
  // words, over}; arrays of cells, null for what is not shown. Only cells that differ from before are touched.
  draw(view) {
    if (view.rows !== this.rows || view.cols !== this.cols) this.build(view.rows, view.cols);
    this.root.classList.toggle("over", Boolean(view.over));
    for (let cell = 0; cell < this.cells.length; cell += 1) {
      const state = view.lights[cell];
      const signature = [state, view.states, view.holes?.[cell], view.barred?.[cell], view.required?.[cell],
        view.weights?.[cell], view.goals?.[cell], view.rings?.[cell], view.diamonds?.[cell], view.proofs?.[cell],
        view.hint === cell, view.words].join();
      if (signature === this.signatures[cell]) continue;
      this.signatures[cell] = signature;
      this.dress(this.cells[cell], cell, view);
    }
    this.select(Math.min(this.cursor, this.cells.length - 1));
  }

  dress(element, cell, view) {
    const state = view.lights[cell];
    const share = state / (view.states - 1);
    const kinds = ["cell"];
    if (share >= 0.5) kinds.push("bright");
    if (view.holes?.[cell]) kinds.push("hole");
    if (view.barred?.[cell]) kinds.push("barred");
    if (view.hint === cell) kinds.push("hinted");
    const spoken = [`row ${Math.floor(cell / this.cols)}, column ${cell % this.cols}`, wordOf(state, view.states)];
    const parts = [];
    const add = (kind, text, words) => {
      const span = document.createElement("span");
      span.className = kind;
      span.textContent = text;
      span.setAttribute("aria-hidden", "true");
      parts.push(span);
      if (words) spoken.push(words);
    };
    if (view.words && this.cols <= WORDS_UP_TO) add("word", view.states === 2 ? wordOf(state, 2) : String(state));
    if (view.barred?.[cell]) add("cross", "", "forbidden");
    if (view.required?.[cell]) add("must", "", "must be pressed");
    if (view.goals) add("goal", `→${view.goals[cell]}`, `should be ${wordOf(view.goals[cell], view.states)}`);
    if (view.weights) add("value", view.weights[cell], `weight ${view.weights[cell]}`);
    const before = parts.length;
    const times = view.rings?.[cell] ?? 0;
    if (times) add("ring", times > 1 ? times : "", `press ${times > 1 ? `${times} times` : "it"}`);
    if (view.diamonds?.[cell]) add("diamond", "", "in the quiet pattern");
    if (view.proofs?.[cell]) add(view.proofs[cell] > 1 ? "proof odd" : "proof", "", "in the certificate");
    if (parts.length > before || view.barred?.[cell]) kinds.push("marked");
    element.className = kinds.join(" ");
    element.style.setProperty("--mix", `${Math.round(100 * share)}%`);
    element.dataset.spoken = spoken.join(", ");
    element.replaceChildren(...parts);
    this.label(cell);
  }

  label(cell) {
    const element = this.cells[cell];
    const selected = cell === this.cursor;
    element.setAttribute("aria-label", element.dataset.spoken + (selected ? ", selected" : ""));
    element.setAttribute("aria-selected", String(selected));
    element.tabIndex = selected ? 0 : -1;
  }

  build(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.cursor = 0;
    this.previewed = [];
    this.cells = [];
    this.signatures = [];
    const lines = [];
    for (let r = 0; r < rows; r += 1) {
      const line = document.createElement("div");
      line.className = "row";
      line.setAttribute("role", "row");
      for (let c = 0; c < cols; c += 1) {
        const cell = document.createElement("button");
        cell.type = "button";
        cell.setAttribute("role", "gridcell");
        cell.dataset.cell = r * cols + c;
        this.cells.push(cell);
        line.append(cell);
      }
      lines.push(line);
    }
    this.root.style.setProperty("--rows", rows);
    this.root.style.setProperty("--cols", cols);
    this.root.classList.toggle("dense", Math.max(rows, cols) > WORDS_UP_TO * 2);
    this.root.replaceChildren(...lines);
    this.fit();
  }

  // Makes the cells as large as the frame, the window and `widest` allow.
  fit() {
    const { rows, cols } = this;
    const room = this.root.parentElement.clientWidth;
    if (!room || !rows) return; // not shown yet
    const gap = GAPS.find(([most]) => Math.max(rows, cols) <= most)[1];
    const side = (length, count) => (length - 2 * (gap + 4) - (count - 1) * gap) / count;
    const cell = Math.min(side(Math.min(room, this.widest), cols), side(Math.max(0.66 * innerHeight, 240), rows));
    this.root.style.setProperty("--gap", `${gap}px`);
    this.root.style.setProperty("--cell", `${Math.max(cell, 3).toFixed(2)}px`);
  }

  select(cell) {
    if (cell === this.cursor) return;
    const before = this.cursor;
    this.cursor = cell;
    if (this.cells[before]) this.label(before);
    this.label(cell);
  }

  focus() {
    this.cells[this.cursor].focus();
  }

  hasFocus() {
    return this.root.contains(document.activeElement);
  }

  preview(cell) {
    for (const before of this.previewed) delete this.cells[before]?.dataset.preview;
    this.previewed = cell < 0 ? [] : this.previewOf(cell);
    for (const light of this.previewed) this.cells[light].dataset.preview = "";
  }

  indexOf(target) {
    const element = target.closest?.("[data-cell]");
    return element ? Number(element.dataset.cell) : -1;
  }

  clicked(event) {
    const cell = this.indexOf(event.target);
    if (cell < 0) return;
    this.moveTo(cell);
    this.onPress(cell);
  }

  moveTo(cell, key = null) {
    this.onSelect(cell, key);
    this.select(cell);
    this.focus();
    this.preview(cell);
  }

  pressedKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = ARROWS[event.key];
    if (step) {
      const row = Math.min(Math.max(Math.floor(this.cursor / this.cols) + step[0], 0), this.rows - 1);
      const col = Math.min(Math.max((this.cursor % this.cols) + step[1], 0), this.cols - 1);
      this.moveTo(row * this.cols + col, event.key);
    } else if (event.key === " ") {
      if (!event.repeat) this.onPress(this.cursor);
    } else if (!this.onKey(event)) {
      return;
    }
    event.preventDefault();
  }
}

function wordOf(state, states) {
  if (states === 2) return state ? "on" : "off";
  return state ? `state ${state}` : "off";
}
