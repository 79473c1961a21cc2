// Solving from the page: one task at a time, live progress, cancel, and the walk through what was found.

import { cancel, run } from "./api.js";
import { byId, numberOf } from "./dom.js";
import { flat } from "./puzzle.js";

const EVEN = "press changes an even number of the framed lights, but an odd number of them, the dotted, must change.";
const SUM = "press leaves a sum over the framed lights as it is, but it must change.";

export class Solver {
  constructor(bench) {
    this.bench = bench;
    this.task = null;
    this.running = null;
    this.left = null; // presses still to make, if a solution is known
    this.made = []; // those made of them
    this.shown = false;
    this.proofs = null;
    const on = (id, action) => byId(id).addEventListener("click", () => bench.trying(action));
    on("solve", () => this.solve());
    on("cancel", () => this.cancel());
    on("walk-next", () => this.walk());
    on("walk-back", () => this.back());
    on("walk-all", () => this.walkAll());
    on("walk-hide", () => { this.shown = false; this.drawWalk(); bench.draw(); });
  }

  get rings() {
    return this.shown ? this.left : null;
  }

  forget() {
    this.left = null;
    this.made = [];
    this.shown = false;
    this.proofs = null;
    byId("answer").hidden = true;
    this.drawWalk();
  }

  // A press by hand: the solution stays one as long as it is followed.
  pressed(cell) {
    if (this.left?.[cell]) {
      this.left[cell] -= 1;
      this.made.push(cell);
    } else if (this.left) {
      this.forget();
    }
    this.drawWalk();
  }

  async solve() {
    const answer = await this.ask({ backend: byId("backend").value, goal: byId("goal").value });
    if (!answer) return;
    this.take(answer);
    this.shown = true;
    this.drawAnswer(answer);
    this.drawWalk();
    this.bench.draw();
    this.bench.say(this.sentence(answer), answer.presses ? "good" : "bad");
  }

  // Returns the next cell to press, null if there is none; solves first if no solution is known.
  async next() {
    if (this.bench.puzzle.isSolved()) {
      this.bench.say("The board is solved already.", "good");
      return null;
    }
    if (!this.left?.some(Boolean)) {
      const answer = await this.ask({ backend: "auto", goal: "optimal" });
      if (!answer) return null;
      this.take(answer);
      if (!this.left) {
        this.bench.say(this.sentence(answer), "bad");
        return null;
      }
    }
    return this.left.findIndex(Boolean);
  }

  sentence(answer) {
    const { states, required } = this.bench.puzzle;
    return sentence(answer, states, required.some(Boolean));
  }

  take(answer) {
    this.left = answer.presses && flat(answer.presses);
    this.made = [];
    this.proofs = answer.certificate && flat(answer.certificate);
  }

  // Runs the task, unless one runs already; returns null for one that became out of date meanwhile.
  async ask(how) {
    if (this.running) throw new Error("A solver is running already; cancel it first.");
    const puzzle = this.bench.puzzle;
    const before = this.bench.undone.length;
    this.showRunning(true);
    this.running = run("solve", { puzzle: puzzle.record(), time_limit_s: numberOf("time-limit"), ...how }, {
      onTask: (task) => { this.task = task; },
      onProgress: (report) => this.progress(report),
    });
    try {
      const answer = await this.running;
      if (puzzle === this.bench.puzzle && before === this.bench.undone.length) return answer;
      this.bench.say("The board has changed since; solve it again.");
      return null;
    } finally {
      this.running = null;
      this.task = null;
      this.showRunning(false);
    }
  }

  async cancel() {
    byId("cancel").disabled = true;
    if (this.task) await cancel(this.task);
  }

  showRunning(running) {
    byId("solve").hidden = running;
    byId("cancel").hidden = !running;
    byId("cancel").disabled = false;
    clearTimeout(this.timer);
    byId("progress").hidden = true;
    byId("bar").removeAttribute("value");
    byId("progress-text").textContent = "Solving…";
    if (running) {
      this.timer = setTimeout(() => { byId("progress").hidden = false; }, 200); // most answers come sooner
    }
  }

  progress({ stage, share, incumbent, bound, elapsed_s: elapsed }) {
    if (share > 0) byId("bar").value = share;
    else byId("bar").removeAttribute("value");
    const parts = [stage];
    if (incumbent !== null) parts.push(`at most ${incumbent}`);
    if (bound !== null) parts.push(`at least ${bound}`);
    byId("progress-text").textContent = `${parts.join(", ")}, ${Math.round(elapsed)} s`;
  }

  drawAnswer(answer) {
    const rows = [
      ["Status", answer.limit ? `${answer.status}, stopped by ${answer.limit}` : answer.status],
      ["Presses", answer.press_count],
      ["Cost", answer.cost],
      ["At least", answer.bound],
      ["Proof", answer.proof],
      ["Nullity", answer.nullity],
      ["Backend", [answer.backend, answer.solver].filter(Boolean).join(", ")],
      ["Time", `${answer.seconds} s`],
      ["Note", answer.message],
    ];
    const list = byId("answer");
    list.replaceChildren();
    for (const [name, value] of rows) {
      if (value === null || value === "") continue;
      const term = document.createElement("dt");
      const text = document.createElement("dd");
      term.textContent = name;
      text.textContent = value;
      list.append(term, text);
    }
    list.hidden = false;
  }

  drawWalk() {
    const visible = this.shown && this.left !== null;
    byId("walk").hidden = !visible;
    if (!visible) return;
    const left = this.left.reduce((a, b) => a + b, 0);
    byId("walk-text").textContent = left
      ? `Press the rings, in any order: ${this.made.length} done, ${left} to go.`
      : `All ${this.made.length} presses are done.`;
    byId("walk-next").disabled = !left;
    byId("walk-all").disabled = !left;
    byId("walk-back").disabled = !this.made.length;
  }

  walk() {
    const cell = this.left.findIndex(Boolean);
    if (cell >= 0) this.bench.press(cell);
  }

  walkAll() {
    while (this.left?.some(Boolean)) this.walk();
  }

  back() {
    const cell = this.made.pop();
    if (cell === undefined) return;
    const { bench } = this;
    bench.puzzle.press(cell, bench.puzzle.states - 1);
    bench.presses -= 1;
    bench.undone.pop();
    this.left[cell] += 1;
    this.drawWalk();
    bench.draw();
    bench.say(`Took back ${bench.spoken(cell).toLowerCase()}.`);
  }
}

function sentence(answer, states, required) {
  const stopped = answer.limit ? " The search was stopped before its end." : "";
  switch (answer.status) {
    case "optimal":
    case "feasible": {
      const presses = `${answer.press_count} press${answer.press_count === 1 ? "" : "es"}`;
      const cost = Number(answer.cost) === answer.press_count ? "" : ` at cost ${answer.cost}`;
      return answer.status === "optimal"
        ? `${presses}${cost}: no solution costs less.`
        : `A solution with ${presses}${cost}.${stopped}`;
    }
    case "infeasible":
      if (!answer.certificate) return "No presses solve this.";
      return `No presses solve this. ${required ? "With the required buttons pressed, every other " : "Every "}${
        states === 2 ? EVEN : SUM}`;
    case "unknown":
      return `No solution was found.${stopped}`;
    default:
      return answer.message || "No answer can be trusted.";
  }
}
