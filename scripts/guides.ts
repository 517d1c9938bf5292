/** Renders the guides as pages that need no server. */

import { writeSite } from './guide-pages/site.js';
import { readCommandLine } from './shared/command-line.js';
import { copyToService } from './shared/service-assets.js';

const USAGE = `
Renders the guides as pages that need no server.

  npm run guides    writes dist/docs/*.html, and dist/docs/guides.json for programs;
                    the next build of the service takes them from packages/local/assets
`;

const FOLDER = 'dist/docs';

readCommandLine(USAGE, {});

const bytes = await writeSite(FOLDER, {
  home: '../',
  reference: '../reference/index.html',
  index: '../reference/',
});
await copyToService(FOLDER, 'docs');
console.log(`wrote ${FOLDER}, ${Math.round(bytes / 1000)} kB`);
