import { describe, expect, it } from 'vitest';
import { findBrowser, type Machine } from './find-browser.js';

const machine = (programs: readonly string[], rest: Partial<Machine> = {}): Machine => ({
  environment: { PATH: '/usr/bin:/opt/bin' },
  platform: 'linux',
  isProgram: (path) => programs.includes(path),
  namesIn: (folder) => [
    ...new Set(
      programs
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
    ),
  ],
  hasDriver: () => true,
  ...rest,
});

describe('the browser of a machine', () => {
  it.each<[string, string | undefined, Machine, object]>([
    ['on the PATH', undefined, machine(['/opt/bin/chromium']), { path: '/opt/bin/chromium' }],
    [
      'of the first folder',
      undefined,
      machine(['/opt/bin/chromium', '/usr/bin/google-chrome']),
      { path: '/usr/bin/google-chrome' },
    ],
    ['of a usual folder', undefined, machine(['/snap/bin/chromium']), { path: '/snap/bin/chromium' }],
    [
      'that CHROME_PATH names',
      undefined,
      machine(['/mine', '/usr/bin/chromium'], { environment: { CHROME_PATH: '/mine', PATH: '/usr/bin' } }),
      { path: '/mine' },
    ],
    ['that the option names', '/mine', machine(['/mine', '/usr/bin/chromium']), { path: '/mine' }],
    [
      'at an address',
      'ws://127.0.0.1:9222/devtools/browser/1',
      machine([]),
      { address: 'ws://127.0.0.1:9222/devtools/browser/1' },
    ],
    [
      'of macOS',
      undefined,
      machine(['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'], { platform: 'darwin' }),
      { path: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' },
    ],
    [
      'of Windows',
      undefined,
      machine(['C:\\Programs\\Microsoft\\Edge\\Application\\msedge.exe'], {
        platform: 'win32',
        environment: { ProgramFiles: 'C:\\Programs' },
      }),
      { path: 'C:\\Programs\\Microsoft\\Edge\\Application\\msedge.exe' },
    ],
  ])('is the one %s', (_, setting, given, place) => {
    expect(findBrowser(setting, given).place).toEqual(place);
  });

  it.each<[string, string | undefined, Machine, string]>([
    ['there is none', undefined, machine([]), 'install Chromium or Chrome, or name one by --browser or CHROME_PATH'],
    ['it is switched off', 'off', machine(['/usr/bin/chromium']), 'switched off'],
    [
      'its driver is missing',
      undefined,
      machine(['/usr/bin/chromium'], { hasDriver: () => false }),
      'npm install playwright-core',
    ],
  ])('is missing when %s, and the reason says so', (_, setting, given, about) => {
    expect(findBrowser(setting, given)).toEqual({ about: expect.stringContaining(about) });
  });

  it('must be there when it is named', () => {
    expect(() => findBrowser('/gone', machine([]))).toThrow('browser must name a Chromium that can be started');
    const environment = { CHROME_PATH: '/gone' };
    expect(() => findBrowser(undefined, machine([], { environment }))).toThrow('CHROME_PATH must name a Chromium');
  });

  it('shows no secret of its address', () => {
    expect(findBrowser('wss://me:secret@a.example/?token=secret', machine([])).about).not.toContain('secret');
  });
});
