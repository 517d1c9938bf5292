/** @import { Path, Rule } from './contract.mjs' */
/** @typedef {Parameters<Rule>[0]} Contract */

const SUMMARY_LENGTH = 60;
const KEYLESS = ['searchWeb', 'scrapePage', 'interactWithPage', 'parseFile'];
const ALWAYS_REPEATABLE = ['get', 'put', 'delete'];
const SENDER = ['origin', 'integration'];

/** @type {Rule} */
export const summaries = function* ({ operations, webhooks }) {
  for (const { path, operation } of [...operations, ...webhooks]) {
    const { summary = '', description = '' } = operation;
    const found = (/** @type {string} */ message) => ({ path: [...path, 'summary'], message });
    if (summary.length > SUMMARY_LENGTH) {
      yield found(
        `Shorten the summary to ${SUMMARY_LENGTH} characters, it has ${summary.length}; details go into the description.`,
      );
    }
    if (summary.endsWith('.')) yield found('Take the full stop from the end of the summary: it is a heading.');
    if (summary && withoutStop(summary) === withoutStop(description)) {
      yield found('Let the description say more than the summary, which it repeats.');
    }
  }
};

/** @param {string} text */
const withoutStop = (text) => text.trim().replace(/\.$/, '').toLowerCase();

/** @type {Rule} */
export const tags = function* ({ operations, webhooks }) {
  for (const { path, operation } of [...operations, ...webhooks]) {
    const count = operation.tags?.length ?? 0;
    if (count === 1) continue;
    yield { path: count ? [...path, 'tags'] : path, message: `Give the operation exactly one tag, it has ${count}.` };
  }
};

/** @type {Rule} */
export const repeatSafety = function* ({ operations }) {
  for (const { path, method, operation } of operations) {
    const safe = operation['x-repeat-safe'];
    if (typeof safe !== 'boolean') {
      const message =
        'Say with `x-repeat-safe: true` or `false` whether a request that may have arrived can be sent again.';
      yield { path: safe === undefined ? path : [...path, 'x-repeat-safe'], message };
    } else if (!safe && ALWAYS_REPEATABLE.includes(method)) {
      const message = `Set \`x-repeat-safe: true\`: by its definition ${method.toUpperCase()} can be repeated.`;
      yield { path: [...path, 'x-repeat-safe'], message };
    }
  }
};

/** @type {Rule} */
export const keylessUse = function* ({ document, operations }) {
  if (JSON.stringify(document.security) !== '[{"bearerAuth":[]}]') {
    yield {
      path: ['security'],
      message: 'Ask for the key everywhere with `security: [{ bearerAuth: [] }]` at the root.',
    };
  }
  for (const { path, operation } of operations) {
    const keyless = KEYLESS.includes(operation.operationId);
    if (keyless && JSON.stringify(operation.security) !== '[{"bearerAuth":[]},{}]') {
      const message = 'Let the operation be used without a key: `security: [{ bearerAuth: [] }, {}]`.';
      yield { path: operation.security ? [...path, 'security'] : path, message };
    }
    if (!keyless && operation.security !== undefined) {
      const message = `Remove \`security\`: only ${KEYLESS.join(', ')} can be used without a key, the root's rule holds for the rest.`;
      yield { path: [...path, 'security'], message };
    }
  }
};

/** @type {Rule} */
export const senders = function* (contract) {
  for (const { path } of contract.operations) {
    const body = [...path, 'requestBody', 'content', 'application/json', 'schema'];
    for (const place of branchesOf(contract, body)) {
      const missing = SENDER.filter((name) => !declares(contract, place, name));
      if (missing.length === 0) continue;
      const names = missing.map((name) => `\`${name}\``).join(' and ');
      yield { path: place, message: `Add ${names}: clients of this API send them in every JSON body.` };
    }
  }
};

/**
 * The branches of a union, or the schema itself.
 * @param {Contract} contract
 * @param {Path} path
 * @returns {Path[]}
 */
function branchesOf(contract, path) {
  const place = contract.follow(path);
  if (!place) return [];
  const { oneOf, anyOf } = contract.at(place);
  if (!oneOf && !anyOf) return [place];
  const keyword = oneOf ? 'oneOf' : 'anyOf';
  return contract
    .at([...place, keyword])
    .flatMap((/** @type {unknown} */ _, /** @type {number} */ index) =>
      branchesOf(contract, [...place, keyword, index]),
    );
}

/**
 * @param {Contract} contract
 * @param {Path} path
 * @param {string} name
 * @returns {boolean}
 */
function declares(contract, path, name) {
  const place = contract.follow(path);
  if (!place) return false;
  const { properties = {}, allOf = [] } = contract.at(place);
  return (
    name in properties ||
    allOf.some((/** @type {unknown} */ _, /** @type {number} */ index) =>
      declares(contract, [...place, 'allOf', index], name),
    )
  );
}
