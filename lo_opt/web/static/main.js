// Where the page begins: the two tabs, and what they share.

import { get } from "./api.js";
import { Challenge } from "./challenge.js";
import { byId } from "./dom.js";
import { Workbench } from "./workbench.js";

const TABS = ["workbench", "challenge"];

function show(name) {
  for (const tab of TABS) {
    const chosen = tab === name;
    byId(tab).hidden = !chosen;
    byId(`tab-${tab}`).setAttribute("aria-selected", String(chosen));
    byId(`tab-${tab}`).tabIndex = chosen ? 0 : -1;
  }
}

function listenToTabs() {
  for (const [index, tab] of TABS.entries()) {
    const button = byId(`tab-${tab}`);
    button.addEventListener("click", () => show(tab));
    button.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      const other = TABS[(index + 1) % TABS.length];
      show(other);
      byId(`tab-${other}`).focus();
    });
  }
}

async function begin() {
  listenToTabs();
  const start = await get("/api/start");
  byId("version").textContent = `lo-opt ${start.version}`;
  const challenge = new Challenge(start);
  const bench = new Workbench(start, async (from) => {
    await challenge.playFrom(from);
    show("challenge");
    challenge.board.focus();
  });
  await Promise.all([bench.open(), challenge.open()]);
  if (location.hash === "#challenge") show("challenge");
  document.body.dataset.ready = "true";
}

begin().catch((error) => {
  byId("status").textContent = `The page could not start: ${error.message}`;
  byId("status").className = "status bad";
});
