// The server, and nothing but this page's own: requests, errors as exceptions, tasks that report line by line.

export async function get(address) {
  return answered(await fetch(address));
}

export async function post(address, body) {
  return answered(await fetch(address, asked(body)));
}

// Runs a task. `onTask` gets its number (what `cancel` takes), `onProgress` every report; returns the result.
export async function run(kind, body, { onTask = () => {}, onProgress = () => {}, signal } = {}) {
  const response = await fetch(`/api/run/${kind}`, { ...asked(body), signal });
  if (!response.ok) await answered(response);
  for await (const message of lines(response.body)) {
    if (message.task) onTask(message.task);
    if (message.progress) onProgress(message.progress);
    if (message.error) throw new Error(message.error);
    if (message.result) return message.result;
  }
  throw new Error("the server ended without an answer");
}

export function cancel(task) {
  return post(`/api/cancel/${task}`, {});
}

function asked(body) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

async function answered(response) {
  const value = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  if (!response.ok) throw new Error(value.error ?? `the server answered ${response.status}`);
  return value;
}

async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}
