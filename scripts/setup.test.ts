import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isNodeSupported } from './setup.mjs';

let clone: string;

/** A clone with nothing in it but what set-up looks at, and an npm that only notes what it was asked. */
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'setup-'));
  write('package.json', JSON.stringify({ engines: { node: '>=20.19' }, type: 'module' }));
  write('package-lock.json', '{}');
  cpSync(fileURLToPath(new URL('setup.mjs', import.meta.url)), join(clone, 'scripts/setup.mjs'));
  write(
    'npm.mjs',
    `import { mkdirSync, writeFileSync } from 'node:fs';
     mkdirSync('node_modules', { recursive: true });
     writeFileSync('node_modules/.package-lock.json', process.argv.slice(2).join(' '));`,
  );
});

afterEach(() => rmSync(clone, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(clone, path, '..'), { recursive: true });
  writeFileSync(join(clone, path), text);
}

function setUp(...args: string[]) {
  const env = { ...process.env, npm_execpath: join(clone, 'npm.mjs') };
  return spawnSync(process.execPath, ['scripts/setup.mjs', ...args], { cwd: clone, env, encoding: 'utf8' });
}

const askedOfNpm = () => readFileSync(join(clone, 'node_modules/.package-lock.json'), 'utf8');
const age = (path: string, seconds: number) => utimesSync(join(clone, path), seconds, seconds);

describe('set-up', () => {
  it('installs exactly what the lockfile says when nothing is installed', () => {
    expect(setUp()).toMatchObject({ status: 0, stdout: 'Installing dependencies (npm ci) …\n', stderr: '' });
    expect(askedOfNpm()).toMatch(/^ci /);
  });

  it('does nothing when all is installed', () => {
    write('node_modules/.package-lock.json', 'as it was');
    age('package-lock.json', 1_000);

    expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(askedOfNpm()).toBe('as it was');
  });

  it('installs again when the lockfile is newer than what is installed', () => {
    write('node_modules/.package-lock.json', 'as it was');
    age('node_modules/.package-lock.json', 1_000);

    setUp();
    expect(askedOfNpm()).toMatch(/^ci /);
  });

  it('hands over to the program in this very process, with its arguments', () => {
    write('node_modules/.package-lock.json', '');
    age('package-lock.json', 1_000);
    write('node_modules/tsx/package.json', JSON.stringify({ exports: { './esm/api': './api.js' }, type: 'module' }));
    write('node_modules/tsx/api.js', 'export const register = () => {};');
    write('scripts/show.mjs', 'console.log(process.ppid, ...process.argv.slice(2));');

    expect(setUp('show.mjs', '--once').stdout).toBe(`${process.pid} --once\n`);
  });

  it('does not go on when npm fails', () => {
    write('npm.mjs', 'process.exit(7)');
    write('scripts/program.mjs', `import { writeFileSync } from 'node:fs'; writeFileSync('ran', '');`);

    const { status, stderr } = setUp('program.mjs');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The dependencies could not be installed; npm says why above.\n',
    });
    expect(existsSync(join(clone, 'ran'))).toBe(false);
  });

  it('refuses a Node that is too old, in one sentence', () => {
    write('package.json', JSON.stringify({ engines: { node: '>=99.1' }, type: 'module' }));

    const { status, stderr } = setUp();
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `Trawl needs Node >=99.1, and this is Node ${process.version}: please install a newer one.\n`,
    });
  });

  it('compares versions number by number', () => {
    expect(isNodeSupported('v20.19.0', '>=20.19')).toBe(true);
    expect(isNodeSupported('v20.9.0', '>=20.19')).toBe(false);
    expect(isNodeSupported('v18.20.4', '>=20.19')).toBe(false);
    expect(isNodeSupported('v24.0.0', '>=20.19')).toBe(true);
  });
});
