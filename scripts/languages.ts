/** Writes the table of languages of the converter. Run it from the root of the repository, after an update of its source. */
import { writeFileSync } from 'node:fs';
import { renderLanguages } from './languages/render.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Writes the names, extensions and file names of languages from the table of GitHub's Linguist.

  npm run codegen:languages
`;

const FILE = 'packages/convert/src/documents/generated/languages.ts';

readCommandLine(USAGE, {});
writeFileSync(FILE, renderLanguages());
console.log(`wrote ${FILE}`);
