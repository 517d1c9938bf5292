import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { startCodeProcess } from './code-process.js';

/** A program that sends a line a moment after it is ready, and ends. */
const PROGRAM = `
  const { writeSync } = require('node:fs');
  writeSync(3, '+\\n');
  setTimeout(() => {
    writeSync(3, 'last\\n');
    process.exit();
  }, 100);`;

test('the last line of a process is read, also when it has ended before the message that comes next', async () => {
  const code = startCodeProcess({ command: [process.execPath, '-e', PROGRAM] });
  const lines: string[] = [];
  code.onLine = (line) => lines.push(line);
  await code.ready;
  // Nothing is read meanwhile.
  spawnSync(process.execPath, ['-e', 'setTimeout(() => {}, 500)']);
  code.write('late');
  expect(await code.ended).toBe(0);
  expect(lines).toEqual(['last']);
});
