import { calls } from '../calls.js';
import { fields, rules } from '../fields.js';

const interact = '/v2/scrape/{scrapeId}/interact';

export const interactiveSessions = [
  calls('interactive session calls', [
    { call: 'POST /v2/scrape', body: 'application/json', answers: [200] },
    { call: `POST ${interact}`, body: 'application/json', answers: [200] },
    { call: `DELETE ${interact}`, body: 'none', answers: [200] },
  ]),
  fields('opening a session', 'POST /v2/scrape body', [
    { field: 'url', type: 'string', required: true, sample: 'https://example.com' },
    { field: 'formats', type: 'array', required: false },
  ]),
  fields('what identifies it', 'POST /v2/scrape 200', [
    { field: 'data.metadata.scrapeId', type: 'string', sample: '01a1fbd5-f048-75e7-b166-91889e7d70d6' },
  ]),
  fields('its path', `POST ${interact} path`, [{ field: 'scrapeId' }]),
  fields('its path', `DELETE ${interact} path`, [{ field: 'scrapeId' }]),
  fields('continuing it', `POST ${interact} body`, [{ field: 'prompt', type: 'string', required: true }]),
  rules('continuing it', `POST ${interact} body`, [
    { rule: 'a prompt', accepts: [{ prompt: 'Open the pricing tab' }], refuses: [{}] },
  ]),
];
