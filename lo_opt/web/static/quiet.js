// Quiet patterns on demand, laid over the board one after another.

import { run } from "./api.js";
import { byId } from "./dom.js";
import { flat } from "./puzzle.js";

export class Quiet {
  constructor(bench) {
    this.bench = bench;
    this.patterns = [];
    this.at = 0;
    this.pattern = null;
    byId("quiet").addEventListener("click", () => bench.trying(() => this.show()));
    byId("quiet-next").addEventListener("click", () => this.turn());
    byId("quiet-hide").addEventListener("click", () => { this.forget(); bench.draw(); });
  }

  async show() {
    const found = await run("quiet", { puzzle: this.bench.puzzle.record() });
    this.patterns = found.patterns;
    if (!found.nullity) {
      byId("quiet-text").textContent = "There is none: every board has at most one solution.";
      return;
    }
    this.nullity = found.nullity;
    this.at = -1;
    this.turn();
  }

  turn() {
    this.at = (this.at + 1) % this.patterns.length;
    this.pattern = flat(this.patterns[this.at]);
    byId("quiet-text").textContent = `Pattern ${this.at + 1} of ${this.nullity} independent ones; any of them can be `
      + "added to a solution.";
    byId("quiet-next").hidden = this.patterns.length < 2;
    byId("quiet-hide").hidden = false;
    this.bench.draw();
  }

  forget() {
    this.pattern = null;
    byId("quiet-text").textContent = "";
    byId("quiet-next").hidden = true;
    byId("quiet-hide").hidden = true;
  }
}
