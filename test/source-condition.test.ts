import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const CONDITION = '@trawl/source';

/** The service is a program that others start, and its command line exports nothing. */
const PACKAGES = ['client', 'sdk', 'spec-diff', 'tools'];

const entries = PACKAGES.flatMap((name) => {
  const manifest = JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8'));
  return Object.entries<string | Record<string, string>>(manifest.exports)
    .filter(([entry]) => !entry.endsWith('.json'))
    .map(([entry, targets]) => ({ folder: `packages/${name}`, entry, targets }));
});

describe('packages see the source of each other, so that a change needs no build', () => {
  it.each(entries)('$folder exports $entry', ({ folder, targets }) => {
    const [[condition, source] = []] = Object.entries(targets);
    // The first condition that applies decides.
    expect(condition).toBe(CONDITION);
    expect(existsSync(`${root}${folder}/${source}`)).toBe(true);
  });
});
