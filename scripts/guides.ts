/** Renders the guides as pages that need no server. */

import { writeSite } from './guide-pages/site.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Renders the guides as pages that need no server.

  npm run guides    writes dist/docs/*.html, and dist/docs/guides.json for programs
`;

const FOLDER = 'dist/docs';

readCommandLine(USAGE, {});

const bytes = await writeSite(FOLDER, {
  home: '../',
  reference: '../reference/index.html',
  index: '../reference/',
});
console.log(`wrote ${FOLDER}, ${Math.round(bytes / 1000)} kB`);
