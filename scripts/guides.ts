/**
 * Renders the guides as pages that need no server:
 *
 *   npm run guides    writes dist/docs/*.html, and dist/docs/guides.json for programs
 */
import { writeSite } from './guide-pages/site.js';

const FOLDER = 'dist/docs';

const bytes = await writeSite(FOLDER, { home: '../', reference: '../reference' });
console.log(`wrote ${FOLDER}, ${Math.round(bytes / 1000)} kB`);
