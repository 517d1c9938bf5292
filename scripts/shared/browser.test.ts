import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserOptions, findChromium } from './browser.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browser-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

function install(name: string, mode = 0o755): string {
  writeFileSync(join(folder, name), '', { mode });
  return join(folder, name);
}

describe('the browser for tests', () => {
  it('is the first Chromium or Chrome on the PATH that can be run', () => {
    install('chromium', 0o644);
    const chrome = install('google-chrome');
    expect(findChromium({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(chrome);
  });

  it('is what CHROME_PATH says', () => {
    install('chromium');
    expect(browserOptions({ CHROME_PATH: '/opt/chrome', PATH: folder })?.executablePath).toBe('/opt/chrome');
  });

  it('may be missing on a machine of a developer, who is told', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(browserOptions({ PATH: folder })).toBeUndefined();
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Not tried: what needs a browser'));
  });

  it('must not be missing in CI', () => {
    expect(() => browserOptions({ CI: 'true', PATH: folder })).toThrow('CI must run the browser tests');
  });
});
