/**
 * Runs programs one after the other in this process: to start Node.js and to load the packages takes longer than most programs.
 * A program has ended when nothing is left to wait for, as in a process of its own. After a failure this process ends.
 */
import { inspect } from 'node:util';

/** @typedef {{ file: string, cwd: string, environment: NodeJS.ProcessEnv }} Program */
/** @typedef {{ output: string, failure: string }} Ended */

// Node.js makes its dispatcher with the first request.
await fetch('data:,');
const initialGlobals = new Map(Reflect.ownKeys(globalThis).map((key) => [key, Reflect.get(globalThis, key)]));

/** @type {{ output: string, errors: string, isEvaluated: boolean } | undefined} */
let current;

for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
  process[stream].write = (chunk, ...rest) => {
    if (current) current[stream === 'stdout' ? 'output' : 'errors'] += Buffer.from(chunk).toString();
    rest.find((argument) => typeof argument === 'function')?.();
    return true;
  };
}

/** @param {string} failure why the program failed, or nothing */
function end(failure) {
  if (!current) return;
  const { output, errors } = current;
  current = undefined;
  restoreGlobals();
  const ended = { output, failure: failure && `${output}${errors}${failure}`.trim() };
  process.channel?.ref();
  process.send?.(ended, () => failure && process.exit());
}

/** A program may, for example, set the dispatcher of `fetch` for itself. */
function restoreGlobals() {
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!initialGlobals.has(key)) Reflect.deleteProperty(globalThis, key);
    else if (Reflect.get(globalThis, key) !== initialGlobals.get(key)) {
      Reflect.set(globalThis, key, initialGlobals.get(key));
    }
  }
}

process.on('uncaughtException', (error) => end(inspect(error)));

process.on('beforeExit', (status) => {
  if (current?.isEvaluated === false) end('It waits at its top level for what never comes.');
  else end(status === 0 ? '' : `It ended with status ${status}.`);
});

process.on('message', async (/** @type {Program} */ { file, cwd, environment }) => {
  current = { output: '', errors: '', isEvaluated: false };
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  // From here on, only the program keeps this process alive.
  process.channel?.unref();
  try {
    await import(file);
    if (current) current.isEvaluated = true;
  } catch (error) {
    end(inspect(error));
  }
});
