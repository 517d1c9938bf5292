/** @import { Rule } from './contract.mjs' */

const EVIDENCE = ['documented', 'observed'];

/** @type {Rule} */
export const evidence = function* (contract) {
  const { operations, webhooks, schemas } = contract;
  const marked = [...operations, ...webhooks, ...schemas.filter(({ top }) => top)];
  for (const { path } of marked) {
    const mark = contract.at(path)['x-evidence'];
    if (EVIDENCE.includes(mark)) continue;
    const message =
      'Say where it is known from: `x-evidence: documented` (the reference document) or `observed` (a running service).';
    yield { path: mark === undefined ? path : [...path, 'x-evidence'], message };
  }
};

/** @type {Rule} */
export const coherentEvidence = function* (contract) {
  const behindDocumented = new Set(
    contract.operations
      .filter(({ operation }) => operation['x-evidence'] === 'documented')
      .flatMap(({ path }) => contract.schemasBehind(path)),
  );
  for (const { path, schema, component, top } of contract.schemas) {
    const mark = schema['x-evidence'];
    const found = (/** @type {string} */ message) => ({ path: [...path, 'x-evidence'], message });
    if (mark === undefined) continue;
    if (top) {
      if (mark === 'documented' && !behindDocumented.has(component ?? '')) {
        yield found('Mark the schema `observed`: no documented operation leads to it.');
      }
    } else if (mark !== 'observed') {
      yield found('Mark a part of a schema only when it is `observed`; otherwise it has the evidence of its schema.');
    } else if (component && contract.at(['components', 'schemas', component])['x-evidence'] === 'observed') {
      yield found(`Remove \`x-evidence\`: all of ${component} is observed.`);
    }
  }
};
