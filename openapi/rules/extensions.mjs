import { REFUSAL_KEYWORDS } from '../walk.mjs';
import { entries } from './contract.mjs';

/** @import { Rule } from './contract.mjs' */

const KNOWN = [
  'x-credit-rules',
  'x-default-in-lockdown',
  'x-enumDescriptions',
  'x-enumStatuses',
  'x-evidence',
  'x-expires-after-ms',
  'x-extensible-enum',
  'x-needs',
  'x-older-path',
  'x-refusal',
  'x-regular-credits',
  'x-repeat-safe',
  'x-returned-in',
  'x-unbounded',
];

/** @type {Rule} */
export const knownExtensions = function* (contract) {
  const { operations, webhooks, schemas, parts } = contract;
  const places = [[], ['info'], ...[...operations, ...webhooks, ...schemas, ...parts].map(({ path }) => path)];
  for (const path of places) {
    for (const [name] of entries(contract.at(path))) {
      if (!name.startsWith('x-') || KNOWN.includes(name)) continue;
      yield {
        path: [...path, name],
        message: `Correct the spelling of \`${name}\`, or introduce it in openapi/rules/extensions.mjs: nothing reads it.`,
      };
    }
  }
};

/** @type {Rule} */
export const refusals = function* ({ schemas }) {
  for (const { path, schema } of schemas) {
    if (schema['x-refusal'] === undefined || REFUSAL_KEYWORDS.some((keyword) => keyword in schema)) continue;
    yield {
      path: [...path, 'x-refusal'],
      message: `Put \`x-refusal\` beside ${REFUSAL_KEYWORDS.join(', ')}: the service words the refusal of any other keyword by itself.`,
    };
  }
};

/** @type {Rule} */
export const expiry = function* ({ schemas }) {
  for (const { path, schema } of schemas) {
    const lifetime = schema['x-expires-after-ms'];
    if (lifetime === undefined || (Number.isInteger(lifetime) && lifetime > 0)) continue;
    yield {
      path: [...path, 'x-expires-after-ms'],
      message: 'Give the lifetime as a whole number of milliseconds above 0.',
    };
  }
};
