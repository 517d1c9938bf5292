/**
 * Publishes what has a new version, as a workflow does. The packages only learn here where they are released from: with
 * that, the registry can prove where they were built, and the links of their pages lead somewhere.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { originOf, withAbsoluteLinks, withRepository } from './release/origin.js';
import { publicPackages } from './release/public-packages.js';
import { buildAnew } from './shared/build-anew.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Publishes what has a new version. A workflow runs it; \`npm run release:dry\` tries it without publishing.

  npm run release:publish
  npm run release:publish -- --built    takes the packages as they were built, as the rehearsal does
`;

const rewrite = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

const { values } = readCommandLine(USAGE, { options: { built: { type: 'boolean', default: false } } });
const origin = originOf(process.env);
if (!values.built) buildAnew('.');
for (const { folder } of publicPackages('.')) {
  if (JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).private === true) continue;
  rewrite(`${folder}/package.json`, (manifest) => withRepository(manifest, folder, origin));
  rewrite(`${folder}/README.md`, (readme) => withAbsoluteLinks(readme, folder, origin));
}
execFileSync('npx', ['changeset', 'publish'], { stdio: 'inherit' });
