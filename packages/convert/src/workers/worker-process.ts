import { Socket } from 'node:net';
import { readFrames, writeFrame } from './frames.js';
import { writeMessage } from './messages.js';
import type { WorkerLimits } from './pool-worker.js';
import { OUT_OF_MEMORY, PIPE, type ProcessMessage } from './process.js';
import { startThread } from './thread.js';

/** The interval between two checks of the memory. Readers of hostile files allocate some hundred megabytes a second. */
const WATCH_MS = 10;

// The work runs in a thread, so that the main thread can always check the memory of the process.
const pipe = new Socket({ fd: PIPE });
const [entry = '', limits = '{}'] = process.argv.slice(2);
const { resourceLimits, maxMemoryBytes = Number.POSITIVE_INFINITY }: WorkerLimits = JSON.parse(limits);
let watch: NodeJS.Timeout | undefined;

const thread = startThread(
  { url: new URL(entry) },
  { resourceLimits },
  {
    onMessage(message) {
      clearInterval(watch);
      send({ message: 'reply' in message ? { ...message, heldBytes: process.memoryUsage.rss() } : message });
    },
    onEnd({ reason, message }) {
      send({ end: { reason, message } });
    },
  },
);

readFrames(pipe, (request) => {
  watch = setInterval(boundMemory, WATCH_MS);
  thread.send([request]);
});
// The parent process has ended.
pipe.on('close', () => process.exit());
pipe.on('error', () => process.exit());
// A terminal sends signals to all processes of a program. The program ends its workers itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

function boundMemory(): void {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(OUT_OF_MEMORY);
}

function send(message: ProcessMessage): void {
  writeFrame(pipe, writeMessage(message));
}
