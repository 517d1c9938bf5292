import { type Machine, thisMachine } from '@trawl/browser/find-browser';
import { expect, it, vi } from 'vitest';
import { browserOptions, browserPaths } from './browser.js';

const machine = (programs: readonly string[], environment: NodeJS.ProcessEnv = {}): Machine => ({
  ...thisMachine,
  platform: 'linux',
  environment: { PATH: '/programs', ...environment },
  isProgram: (path) => programs.includes(path),
});

const SHELL = '/programs/chromium-headless-shell';
const WHOLE = '/programs/chromium';

it('tests use the browser that the service would use, and know of the other one', () => {
  const both = machine([SHELL, WHOLE]);
  expect(browserOptions(both)).toMatchObject({ executablePath: SHELL, args: expect.arrayContaining(['--no-sandbox']) });
  expect(browserPaths(both)).toEqual([WHOLE, SHELL]);
  const named = machine([SHELL, '/mine'], { CHROME_PATH: '/mine' });
  expect(browserOptions(named)?.executablePath).toBe('/mine');
  expect(browserPaths(named)).toEqual(['/mine', SHELL]);
});

it('a machine of a developer may have no browser, and then says so', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(browserOptions(machine([]))).toBeUndefined();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Not tried: what needs a browser'));
  warn.mockRestore();
});

it('CI must have one', () => {
  expect(() => browserOptions(machine([], { CI: 'true' }))).toThrow('CI must run the browser tests');
});
