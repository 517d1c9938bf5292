import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const packages = readdirSync(new URL('../packages', import.meta.url));

it.each(packages)('the test of packages/%s runs the tests of that package', (name) => {
  const manifest = readFileSync(new URL(`../packages/${name}/package.json`, import.meta.url), 'utf8');
  expect(JSON.parse(manifest).scripts.test.split(' ')).toContain(`@trawl/${name}`);
});
