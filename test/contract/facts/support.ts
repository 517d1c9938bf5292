import { fields } from '../fields.js';

export const support = ['POST /support/ask', 'POST /v2/support/ask'].flatMap((call) => [
  fields(`support answer of ${call}`, `${call} 200`, [
    { field: 'answer', type: 'string' },
    { field: 'confidence', type: 'string' },
    { field: 'fixParameters', type: 'object', required: false, accepts: [{ waitFor: 5000 }] },
    { field: 'validation' },
  ]),
  fields(`support question of ${call}`, `${call} body`, [
    { field: 'question', type: 'string', required: true },
    { field: 'rationale', type: 'string', required: false },
  ]),
]);
