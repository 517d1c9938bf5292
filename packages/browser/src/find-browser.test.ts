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
  packageFile: () => undefined,
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
    ['there is none', undefined, machine([]), 'npx playwright-core install chromium-headless-shell'],
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

  it('comes with advice where a headless shell would take less time', () => {
    expect(findBrowser(undefined, machine(['/usr/bin/chromium']))).toMatchObject({
      advice: expect.stringContaining('apt-get install chromium-headless-shell'),
    });
    expect(findBrowser(undefined, machine(['/usr/bin/chromium-headless-shell']))).toMatchObject({ advice: undefined });
  });

  it('is a shell that a package has packed, before a whole browser and after a shell', () => {
    const packageFile = (name: string) => (name === '@sparticuz/chromium' ? '/modules/index.js' : undefined);
    const place = { path: '/modules/index.js', isPacked: true };
    expect(findBrowser(undefined, machine(['/usr/bin/chromium'], { packageFile }))).toMatchObject({
      place,
      about: expect.stringContaining('@sparticuz/chromium, which unpacks it for the first page'),
    });
    const shell = '/usr/bin/chromium-headless-shell';
    expect(findBrowser(undefined, machine([shell], { packageFile })).place).toEqual({ path: shell });
    const mac = machine([], { packageFile, platform: 'darwin' });
    expect(findBrowser(undefined, mac).place).toBeUndefined();
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
