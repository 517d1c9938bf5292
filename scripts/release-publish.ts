/**
 * Publishes what has a new version, as a workflow does. The packages only learn here where they are released from: with
 * that, the registry can prove where they were built, and the links of their pages lead somewhere.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { originOf, withAbsoluteLinks, withRepository } from './release/origin.js';
import { buildAnew } from './shared/build-anew.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Publishes what has a new version. A workflow runs it; \`npm run release:dry\` tries it without publishing.

  npm run release:publish
`;

const rewrite = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

readCommandLine(USAGE, {});
const origin = originOf(process.env);
buildAnew('.');
for (const folder of readdirSync('packages').map((name) => `packages/${name}`)) {
  if (JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).private === true) continue;
  rewrite(`${folder}/package.json`, (manifest) => withRepository(manifest, folder, origin));
  rewrite(`${folder}/README.md`, (readme) => withAbsoluteLinks(readme, folder, origin));
}
execFileSync('npx', ['changeset', 'publish'], { stdio: 'inherit' });
