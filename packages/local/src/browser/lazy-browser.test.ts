import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { DISABLED_FEATURES } from './lazy-browser.js';

it.skipIf(process.platform === 'win32')('disables all features that the driver disables', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-features-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const executablePath = join(folder, 'browser');
  const list = join(folder, 'arguments');
  // A program in place of a browser, which writes down its arguments and ends.
  writeFileSync(executablePath, `#!/bin/sh\nprintf '%s\\n' "$@" > '${list}'\n`);
  chmodSync(executablePath, 0o755);
  await expect(chromium.launch({ executablePath })).rejects.toThrow();
  const lists = [...readFileSync(list, 'utf8').matchAll(/^--disable-features=(.*)$/gm)];
  const features = lists.flatMap(([, names = '']) => names.split(','));
  expect(features).not.toEqual([]);
  expect(features.filter((feature) => !DISABLED_FEATURES.includes(feature))).toEqual([]);
});
