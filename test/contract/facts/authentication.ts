import { entries, keyless } from '../calls.js';

const scheme = 'components.securitySchemes.bearerAuth';

export const authentication = [
  entries('the scheme', [
    { at: scheme, key: 'type', matches: /^http$/ },
    { at: scheme, key: 'scheme', matches: /^bearer$/ },
  ]),
  keyless('keyless use', 'bearerAuth', [
    'POST /v2/search',
    'POST /v2/scrape',
    'POST /v2/scrape/{scrapeId}/interact',
    'POST /v2/parse',
  ]),
];
