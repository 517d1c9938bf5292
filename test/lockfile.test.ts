import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Entry {
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

const packagesIn = (lockfile: string): Record<string, Entry> =>
  JSON.parse(readFileSync(new URL(`../${lockfile}`, import.meta.url), 'utf8')).packages;

const packages = packagesIn('package-lock.json');

/** Of what is installed apart from the rest. */
const OTHER_LOCKFILES = ['scripts/interop', 'scripts/project-browser', 'test/runtimes'];

/** Whether the package at this place finds the other one, in its own `node_modules` or in one further up. */
function isFound(place: string, name: string): boolean {
  if (`${place}/node_modules/${name}`.replace(/^\//, '') in packages) return true;
  return place !== '' && isFound(dirname(place).replace(/^\.$/, ''), name);
}

describe('the lockfile', () => {
  it('names no registry: an install works with any', () => {
    const all = OTHER_LOCKFILES.map((folder) => packagesIn(`${folder}/package-lock.json`));
    const entries = [packages, ...all].flatMap(Object.values<Entry>);
    const hosts = entries.flatMap(({ resolved, link }) => (resolved && !link ? [resolved] : []));
    expect(hosts).toEqual([]);
  });

  // npm leaves out what the registry at hand does not serve, and `npm ci` then fails wherever it looks again.
  it('names the packages for every platform', () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isFound(place, name)),
    );
    expect(missing).toEqual([]);
  });
});
