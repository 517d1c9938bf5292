import fs from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { Script } from 'node:vm';
import { confine } from './confine.mjs';
import { readLines } from './lines.mjs';

/*
 * Runs one piece of code of a caller, and ends. Two sockets, one for each direction, carry a line of JSON for each message:
 * first the code, then the DevTools protocol in both directions. A line that begins with "=" has the result.
 */

/** @typedef {{ code: string, targetId: string, maxResult: number }} Job */

/** The file descriptors of the sockets to and from the service. */
const SENT = 3;
const RECEIVED = 4;

const [driver = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { existsSync } = fs;
// The driver looks for files of the system when it is loaded. What must not be read is not there.
fs.existsSync = (path) => {
  try {
    return existsSync(path);
  } catch {
    return false;
  }
};
/** @type {typeof import('playwright-core')} */
const { chromium } = require(driver);
const { stdout, stderr } = process;
const sent = new Socket({ fd: SENT });
const received = new Socket({ fd: RECEIVED });
confine(sent);

/** @type {import('playwright-core').ConnectOverCDPTransport} */
const transport = {
  send: (message) => write(JSON.stringify(message)),
  close: () => transport.onclose?.(),
};

/** @type {Job | undefined} */
let job;
readLines(
  received,
  (line) => {
    if (job) {
      // The driver expects a task for each message, after what the one before has set off.
      setImmediate(() => transport.onmessage?.(JSON.parse(line)));
      return;
    }
    /** @type {Job} */
    const first = JSON.parse(line);
    job = first;
    run(first).then(end, fail);
  },
  { maxBytes: Number.POSITIVE_INFINITY, onTooLong() {} },
);
// The service has ended.
for (const socket of [sent, received]) {
  socket.on('close', () => process.exit());
  socket.on('error', () => process.exit());
}
process.on('uncaughtException', fail);
write('+');

/** @param {Job} job */
async function run({ code, targetId, maxResult }) {
  const browser = await chromium.connectOverCDP(transport, { noDefaults: true, artifactsDir: '/none' });
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no pages.');
  const page = await pageOf(context, targetId);
  const head = '(async (page, context, browser, require) => {';
  const script = new Script(`${head}${code}\n})`, {
    filename: 'code.js',
    // Errors have the lines and columns of the code.
    columnOffset: -head.length,
    importModuleDynamically: importBuiltin,
  });
  const value = await script.runInThisContext()(page, context, browser, require);
  const result = textOf(value);
  if (result !== undefined && result.length > maxResult) {
    throw new Error(`The result has ${result.length} characters, and at most ${maxResult} are returned.`);
  }
  if (result !== undefined) write(`=${JSON.stringify(result)}`);
}

/** @param {string} name */
async function importBuiltin(name) {
  if (isBuiltin(name)) return import(name);
  throw new Error(`"${name}" cannot be imported: code has the modules of Node.js, and no others.`);
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} targetId
 */
async function pageOf(context, targetId) {
  const pages = context.pages();
  for (const page of pages.slice(1)) {
    const session = await context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    if (targetInfo.targetId === targetId) return page;
  }
  return pages[0];
}

/** @param {unknown} value */
function textOf(value) {
  if (typeof value === 'string' || value === undefined) return value;
  try {
    return JSON.stringify(value);
  } catch {
    // It refers to itself, or is a BigInt.
    return inspect(value);
  }
}

/** Names the file of the code, and no other whose name ends so. */
const OF_CODE = /(?:^|[\s(])code\.js:/;

/** @param {unknown} error */
function fail(error) {
  const text = error instanceof Error ? (error.stack ?? String(error)) : inspect(error);
  // Lines of the driver and of this file say nothing about the code.
  const lines = text.split('\n').filter((line) => !/^\s+at .*(?:file:|node:|[/\\])/.test(line) || OF_CODE.test(line));
  stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
  end();
}

function end() {
  // What was written before is sent by then.
  stdout.write('', () => stderr.write('', () => sent.write('', () => process.exit())));
}

/** @param {string} line */
function write(line) {
  sent.write(`${line}\n`);
}
