import { entries, keyless, texts } from '../calls.js';

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
  texts('in words', [
    {
      at: 'info',
      says: [
        /Authorization: Bearer <API_KEY>/,
        /owner of the account/,
        /dashboard of the service/,
        /signing in on the command line/,
        /agent platforms?/,
        /identity.assertion/,
        /register directly/,
        /keyless/,
        /search\S*, \S*scrape\S*, \S*interact\S* and \S*parse/,
        /command-line tool/,
        /SDKs/,
        /REST API/,
        /keyless access is rate-limited/,
        /meant as a fallback/,
        /tool server offers search, scrape and parse without a key/,
        /interact needs an account or a key/,
        /missing or invalid key is answered with `401`/,
      ],
    },
  ]),
];
