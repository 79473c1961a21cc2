// A level as a game. The rules are the server's: every event goes there, in order, and what comes back is drawn.

import { post, run } from "./api.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";
import { Puzzle } from "./puzzle.js";

const ARROW_EVENTS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

export class Challenge {
  constructor(start) {
    this.fixed = start.fixed;
    this.queue = Promise.resolve();
    this.waiting = []; // events not yet sent
    this.board = new Board(byId("game-board"), {
      label: "Level",
      widest: 432,
      onPress: () => this.send("press"),
      onSelect: (cell, key) => this.send(ARROW_EVENTS[key] ?? `select:${cell}`),
      onKey: (event) => this.key(event),
      previewOf: (cell) => (this.state?.phase === "playing" && this.puzzle.isPressable(cell) ? this.puzzle.changedBy(cell) : []),
    });
    for (const [id, event] of [["game-press", "press"], ["game-check", "check"], ["game-restart", "restart"]]) {
      byId(id).addEventListener("click", () => this.send(event));
    }
    byId("game-fixed").addEventListener("click", () => this.play(this.fixed.puzzle, this.fixed.least_checked));
    // Keys work wherever the focus is, but for what has keys of its own.
    document.addEventListener("keydown", (event) => {
      const busy = event.defaultPrevented || event.target.closest("button, input, select, summary");
      if (!byId("challenge").hidden && !busy && this.key(event)) event.preventDefault();
    });
  }

  open() {
    return this.play(this.fixed.puzzle, this.fixed.least_checked);
  }

  // Begins a level: a checked record, and how many presses a check takes.
  async play(record, least) {
    const { puzzle, moves } = await post("/api/puzzle", { puzzle: record });
    this.record = puzzle;
    this.puzzle = new Puzzle(puzzle, moves);
    this.least = least;
    this.state = null;
    this.begun = false; // an event has been answered
    byId("game-fixed").hidden = record === this.fixed.puzzle;
    byId("game-rules").textContent = `Turn all lights ${this.goal()}, then check. A check counts after ${least} `
      + `press${least === 1 ? "" : "es"}; the second wrong one locks the board.`;
    await this.send("restart");
  }

  // The workbench's board as a level: a check counts from the least number of presses that solve it.
  async playFrom(bench) {
    bench.say("Looking for the least number of presses…");
    const record = { ...bench.puzzle.record(), weights: null };
    const answer = await run("solve", { puzzle: record, time_limit_s: 20 });
    if (!answer.presses) throw new Error("This board cannot be solved; it is no level.");
    bench.say("");
    await this.play(record, answer.press_count);
  }

  goal() {
    if (typeof this.record.target === "string") return this.record.target;
    return "to their goals";
  }

  // Events are answered in the order they were made; those that wait go together.
  send(event) {
    this.waiting.push(event);
    this.queue = this.queue.then(() => this.ask()).catch((error) => this.say(error.message, "bad"));
    return this.queue;
  }

  async ask() {
    const events = this.waiting;
    this.waiting = [];
    if (!events.length) return;
    this.state = await post("/api/game", { puzzle: this.record, least_checked: this.least, state: this.state, events });
    this.puzzle.lights = Uint8Array.from(this.state.lights.join(""), Number);
    this.draw(events.at(-1));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const name = { Enter: "check", r: "restart", R: "restart", " ": "press", ...ARROW_EVENTS }[event.key];
    if (name) this.send(name);
    return Boolean(name);
  }

  draw(event) {
    const { state, puzzle } = this;
    const over = state.phase !== "playing";
    this.board.draw({
      rows: puzzle.rows,
      cols: puzzle.cols,
      states: puzzle.states,
      lights: puzzle.lights,
      holes: puzzle.holes,
      barred: puzzle.forbidden,
      goals: typeof puzzle.target === "string" ? null : puzzle.target,
      words: byId("words").checked,
      over,
    });
    if (!this.waiting.length) this.board.select(state.cursor); // the selection may be ahead of the answers
    this.board.preview(this.board.hasFocus() ? this.board.cursor : -1);
    byId("game-presses").textContent = state.presses;
    byId("game-errors").textContent = state.errors;
    byId("game-score").textContent = state.score;
    byId("game-press").disabled = over;
    byId("game-check").disabled = over;
    this.say(...this.verdict(event));
    this.begun = true;
  }

  verdict(event) {
    const { phase, verdict, presses } = this.state;
    if (phase === "won") return ["Solved! 1,000 points.", "good"];
    if (phase === "locked") return ["The second wrong check: the board is locked. Restart to try again.", "bad"];
    if (verdict === "incomplete") {
      return [`Not complete: ${presses} of at least ${this.least} presses. That is no error.`];
    }
    if (verdict === "wrong") return ["Wrong: some lights are not where they should be. One more chance.", "bad"];
    return [event === "restart" && this.begun ? "The level begins anew." : ""];
  }

  say(text, kind = "") {
    byId("game-status").textContent = text;
    byId("game-status").className = `status ${kind}`;
  }
}
