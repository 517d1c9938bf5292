import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { browserArguments } from './browser-arguments.js';

/** The driver names its own profile, and takes commands through a pipe as well. */
const CHANGED =
  /^--(?:user-data-dir=.*|remote-debugging-pipe|no-sandbox|disable-features=.*|disable-ipc-flooding-protection)$/;

const featuresIn = (args: readonly string[]) =>
  args.flatMap((arg) => /^--disable-features=(.*)$/.exec(arg)?.[1]?.split(',') ?? []);

it.skipIf(process.platform === 'win32')('has all arguments that the driver gives a browser', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-arguments-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const executablePath = join(folder, 'browser');
  const list = join(folder, 'arguments');
  // A program in place of a browser, which writes down its arguments and ends.
  writeFileSync(executablePath, `#!/bin/sh\nprintf '%s\\n' "$@" > '${list}'\n`);
  chmodSync(executablePath, 0o755);
  await expect(chromium.launch({ executablePath })).rejects.toThrow();
  const driverArguments = readFileSync(list, 'utf8').trim().split('\n');
  expect(driverArguments).toContain('--headless');
  const own = browserArguments('http://127.0.0.1:1');
  expect(driverArguments.filter((arg) => !own.includes(arg) && !CHANGED.test(arg))).toEqual([]);
  expect(featuresIn(driverArguments)).not.toEqual([]);
  expect(featuresIn(driverArguments).filter((feature) => !featuresIn(own).includes(feature))).toEqual([]);
});
