// The workbench: edit a board, press, solve, walk through the solution; puts the parts together.

import { post, run } from "./api.js";
import { Board } from "./board.js";
import { Puzzle, resized } from "./puzzle.js";
import { Quiet } from "./quiet.js";
import { fromHash, toHash } from "./share.js";
import { Solver } from "./solver.js";
import { byId, fill, numberOf, save } from "./dom.js";

const UNDO_STEPS = 500;
const LISTED = "listed buttons";
const FIELDS = ["rows", "cols", "states", "wrap", "rule"];

export class Workbench {
  constructor(start, playLevel) {
    this.start = start;
    this.playLevel = playLevel;
    this.undone = [];
    this.edits = 0;
    this.presses = 0;
    this.hint = -1;
    this.board = new Board(byId("board"), {
      label: "Board of lights",
      onPress: (cell) => this.use(cell),
      onSelect: (cell) => this.say(this.spoken(cell)),
      previewOf: (cell) => (this.tool === "press" && this.puzzle.isPressable(cell) ? this.puzzle.changedBy(cell) : []),
    });
    this.solver = new Solver(this);
    this.quiet = new Quiet(this);
    this.fillControls();
    this.listen();
  }

  async open() {
    const shared = fromHash(location.hash);
    try {
      await this.load(shared ?? this.start.puzzle);
    } catch (error) {
      await this.load(this.start.puzzle);
      this.say(`The link holds no puzzle: ${error.message}`, "bad");
    }
  }

  // Shows a puzzle that the server has checked.
  async load(record, text = "") {
    const { puzzle, moves } = await post("/api/puzzle", { puzzle: record });
    this.show(puzzle, moves);
    this.fillFields();
    this.say(text);
  }

  show(record, moves) {
    this.puzzle = new Puzzle(record, moves);
    this.first = Uint8Array.from(this.puzzle.lights);
    this.undone = [];
    this.presses = 0;
    this.forget();
    const said = this.puzzle.buttons ? "what its own button says" : this.start.rules[this.puzzle.rule];
    byId("rule-text").textContent = `A press moves: ${said ?? "what the picture of the rule shows"}.`;
    this.draw();
  }

  fillFields() {
    for (const key of FIELDS) byId(key).value = this.puzzle[key];
    const { rule, buttons } = this.puzzle;
    const known = [...byId("rule").options].some((option) => option.value === rule);
    if (!known) byId("rule").add(new Option(rule, rule)); // a picture of a rule names itself
    byId("rule").value = buttons ? LISTED : rule;
    const own = typeof this.puzzle.target !== "string";
    byId("target").lastElementChild.hidden = !own;
    byId("target").value = own ? "own" : this.puzzle.target;
  }

  // Every change of the board ends what was said about it.
  forget() {
    this.solver.forget();
    this.quiet.forget();
    this.hint = -1;
  }

  draw() {
    const puzzle = this.puzzle;
    const own = typeof puzzle.target !== "string";
    this.board.draw({
      rows: puzzle.rows,
      cols: puzzle.cols,
      states: puzzle.states,
      lights: puzzle.lights,
      holes: puzzle.holes,
      barred: puzzle.forbidden,
      required: puzzle.required,
      weights: puzzle.weights,
      goals: own ? puzzle.target : null,
      rings: this.solver.rings,
      proofs: this.solver.proofs,
      diamonds: this.quiet.pattern,
      hint: this.hint,
      words: byId("words").checked,
    });
    const lit = puzzle.lights.reduce((count, state) => count + (state > 0), 0);
    byId("name").textContent = puzzle.name || `${puzzle.rows}×${puzzle.cols}`;
    byId("facts").textContent = `${lit} of ${puzzle.size - puzzle.holes.reduce((a, b) => a + b, 0)} lights on, `
      + `${this.presses} press${this.presses === 1 ? "" : "es"}`;
    byId("undo").disabled = !this.undone.length;
  }

  say(text, kind = "") {
    byId("status").textContent = text;
    byId("status").className = `status ${kind}`;
  }

  spoken(cell) {
    return `Row ${Math.floor(cell / this.puzzle.cols)}, column ${cell % this.puzzle.cols}`;
  }

  get tool() {
    return document.querySelector("#tools input:checked").value;
  }

  remember() {
    this.edits += 1;
    const { lights, forbidden, required, weights } = this.puzzle;
    this.undone.push({
      lights: Uint8Array.from(lights),
      forbidden: Uint8Array.from(forbidden),
      required: Uint8Array.from(required),
      weights: weights && [...weights],
      presses: this.presses,
    });
    if (this.undone.length > UNDO_STEPS) this.undone.shift();
  }

  undo() {
    const before = this.undone.pop();
    if (!before) return;
    this.edits += 1;
    this.presses = before.presses;
    delete before.presses;
    Object.assign(this.puzzle, before);
    this.forget();
    this.draw();
    this.say("Undone.");
  }

  reset() {
    this.remember();
    this.puzzle.lights = Uint8Array.from(this.first);
    this.presses = 0;
    this.forget();
    this.draw();
    this.say("The board is as it was at first.");
  }

  // A click on a cell does what the chosen tool says.
  use(cell) {
    if (this.puzzle.holes[cell]) return;
    if (this.tool === "press") {
      this.press(cell);
      return;
    }
    if (this.tool === "weight" && !/^(\d+\.?\d*|\.\d+)$/.test(byId("weight").value)) {
      this.say("A weight is a decimal number, such as 2 or 0.75.", "bad");
      return;
    }
    this.remember();
    EDITS[this.tool](this.puzzle, cell);
    if (this.tool === "light") {
      this.first = Uint8Array.from(this.puzzle.lights);
      this.presses = 0;
    }
    this.forget();
    this.draw();
  }

  press(cell) {
    if (!this.puzzle.isPressable(cell)) {
      this.say(`${this.spoken(cell)} must not be pressed.`, "bad");
      return;
    }
    this.remember();
    this.puzzle.press(cell);
    this.presses += 1;
    this.hint = -1;
    this.quiet.forget();
    this.solver.pressed(cell);
    this.draw();
    if (this.puzzle.isSolved()) this.say(`Solved with ${this.presses} presses.`, "good");
    else this.say(`Pressed ${this.spoken(cell).toLowerCase()}.`);
  }

  async showHint() {
    const cell = await this.solver.next();
    if (cell === null) return;
    this.hint = -1;
    this.draw();
    this.hint = cell;
    this.draw();
    this.board.select(cell);
    this.say(`Hint: press ${this.spoken(cell).toLowerCase()}.`);
  }

  // Applies what the fields say; one change after another, and the fields stay as they were typed meanwhile.
  reshape() {
    const change = (this.reshaping ?? Promise.resolve()).then(() => this.applyFields());
    this.reshaping = change.catch(() => this.fillFields());
    return change;
  }

  async applyFields() {
    const rows = numberOf("rows");
    const cols = numberOf("cols");
    const { side, states } = this.start.limits;
    const within = (number, low, high) => Number.isInteger(number) && number >= low && number <= high;
    if (!within(rows, 1, side) || !within(cols, 1, side)) throw new Error(`Boards have 1 to ${side} rows and columns.`);
    if (!within(numberOf("states"), 2, states)) throw new Error(`Lights have 2 to ${states} states.`);
    const record = resized(this.puzzle.record(), rows, cols);
    record.states = numberOf("states");
    const cap = (lines) => lines.map((row) => row.replace(/\d/g, (d) => Math.min(Number(d), record.states - 1)));
    record.board = cap(record.board);
    if (byId("rule").value !== LISTED) {
      record.rule = byId("rule").value;
      record.buttons = null;
    }
    record.wrap = byId("wrap").value;
    if (byId("target").value !== "own") record.target = byId("target").value;
    else record.target = cap(record.target);
    if (record.board.length !== this.puzzle.rows || record.board[0].length !== this.puzzle.cols) record.name = "";
    if (toHash(record) === toHash(this.puzzle.record())) return;
    const { edits } = this;
    const { puzzle, moves } = await post("/api/puzzle", { puzzle: record });
    if (edits !== this.edits) return this.applyFields(); // the board was edited meanwhile
    this.show(puzzle, moves);
    this.say("");
  }

  async generate() {
    const seed = numberOf("seed");
    this.say("Making a level…");
    const found = await run("generate", {
      puzzle: { ...this.puzzle.record(), name: "" },
      difficulty: byId("difficulty").value,
      seed,
    });
    byId("seed").value = (seed + 1) % 2 ** 32;
    const unit = this.puzzle.weights ? "cost" : "presses";
    await this.load(found.puzzle, `A new level: the least ${unit} it takes is ${found.min_presses}.`);
  }

  async export(format) {
    const { text } = await run("export", { puzzle: this.puzzle.record(), format });
    save(`${this.puzzle.name || "board"}.${format}`, text);
    byId("share-text").textContent = `Saved as ${format.toUpperCase()}.`;
  }

  async share() {
    history.replaceState(null, "", toHash(this.puzzle.record()));
    let text = "The link is in the address bar";
    try {
      await navigator.clipboard.writeText(location.href);
      text += ", and copied";
    } catch {
      // The browser does not let pages write to the clipboard.
    }
    byId("share-text").textContent = `${text}: ${location.href}`;
  }

  fillControls() {
    fill(byId("rule"), [...Object.keys(this.start.rules), LISTED]);
    fill(byId("wrap"), this.start.wraps);
    fill(byId("difficulty"), this.start.difficulties);
    fill(byId("backend"), this.start.backends);
    fill(byId("library"), this.start.boards, true);
    for (const format of this.start.formats) {
      const button = document.createElement("button");
      button.textContent = format.toUpperCase();
      button.id = `export-${format}`;
      button.setAttribute("aria-label", `Export ${format.toUpperCase()}`);
      button.addEventListener("click", () => this.trying(() => this.export(format)));
      byId("formats").append(button);
    }
  }

  // Runs what may fail, and says why if it does.
  async trying(action) {
    try {
      await action();
    } catch (error) {
      this.say(error.message, "bad");
    }
  }

  listen() {
    const on = (id, action, event = "click") => byId(id).addEventListener(event, () => this.trying(action));
    on("undo", () => this.undo());
    on("reset", () => this.reset());
    on("hint", () => this.showHint());
    on("generate", () => this.generate());
    on("share", () => this.share());
    on("words", () => this.draw(), "change");
    on("play-level", () => this.playLevel(this));
    for (const id of ["rows", "cols", "states", "rule", "wrap", "target"]) on(id, () => this.reshape(), "change");
    on("all-on", () => this.edit((puzzle) => puzzle.lights.fill(puzzle.states - 1)));
    on("all-off", () => this.edit((puzzle) => puzzle.lights.fill(0)));
    on("clear-marks", () => this.edit((puzzle) => {
      puzzle.forbidden.fill(0);
      puzzle.required.fill(0);
      puzzle.weights = null;
    }));
    on("library", () => this.shipped(byId("library").value), "change");
    on("open", () => this.openFile(byId("open").files[0]), "change");
    addEventListener("hashchange", () => fromHash(location.hash) && this.trying(() => this.load(fromHash(location.hash))));
  }

  edit(change) {
    this.remember();
    change(this.puzzle);
    this.puzzle.holes.forEach((hole, cell) => { if (hole) this.puzzle.lights[cell] = 0; });
    this.first = Uint8Array.from(this.puzzle.lights);
    this.presses = 0;
    this.forget();
    this.draw();
  }

  async shipped(name) {
    if (!name) return;
    const { puzzle, moves } = await post("/api/puzzle", { board: name });
    this.show(puzzle, moves);
    this.fillFields();
    this.say(`This is ${name}.`);
  }

  async openFile(file) {
    if (!file) return;
    const { puzzle } = await run("read", { text: await file.text() });
    await this.load(puzzle, `Opened ${file.name}.`);
  }
}

const EDITS = {
  light: (puzzle, cell) => { puzzle.lights[cell] = (puzzle.lights[cell] + 1) % puzzle.states; },
  forbid: (puzzle, cell) => { puzzle.forbidden[cell] ^= 1; puzzle.required[cell] = 0; },
  require: (puzzle, cell) => { puzzle.required[cell] ^= 1; puzzle.forbidden[cell] = 0; },
  weight: (puzzle, cell) => {
    puzzle.weights ??= Array(puzzle.size).fill("1");
    puzzle.weights[cell] = byId("weight").value;
    if (puzzle.weights.every((weight) => Number(weight) === 1)) puzzle.weights = null;
  },
};
