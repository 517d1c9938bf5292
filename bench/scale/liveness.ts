/** Asks a service again and again whether it lives, in a process of its own, and tells how long it took when it is told to stop. */
import { setTimeout } from 'node:timers/promises';

/** The pause between two questions. */
const PAUSE_MS = 20;

const [url = ''] = process.argv.slice(2);
const times: number[] = [];
let isOver = false;
process.once('message', () => {
  isOver = true;
});
process.once('disconnect', () => process.exit());
while (!isOver) {
  const startedAt = performance.now();
  await (await fetch(`${url}/_local/live`)).text();
  times.push(performance.now() - startedAt);
  await setTimeout(PAUSE_MS);
}
process.send?.(times);
