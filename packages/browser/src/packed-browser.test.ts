import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { unpackedProgram } from './packed-browser.js';

const folder = mkdtempSync(join(tmpdir(), 'trawl-packed-'));
vi.stubEnv('TMPDIR', folder);

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const packageFile = join(folder, 'index.mjs');
writeFileSync(
  packageFile,
  `export default { executablePath: async () => ${JSON.stringify(join(folder, 'chromium'))} };`,
);

it('is the program that the package has unpacked', async () => {
  expect(await unpackedProgram(packageFile)).toBe(join(folder, 'chromium'));
  writeFileSync(join(folder, 'chromium'), '', { mode: 0o700 });
  expect(await unpackedProgram(packageFile)).toBe(join(folder, 'chromium'));
});

it('is no program that others can change', async () => {
  writeFileSync(join(folder, 'chromium'), '');
  chmodSync(join(folder, 'chromium'), 0o722);
  await expect(unpackedProgram(packageFile)).rejects.toThrow('is not a program of this user alone');
});
