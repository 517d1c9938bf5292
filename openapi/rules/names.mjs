import { entries } from './contract.mjs';
import { WIRE_NAMES } from './wire-names.mjs';

/** @import { Rule } from './contract.mjs' */

const VERBS = [
  'ask',
  'cancel',
  'create',
  'delete',
  'end',
  'execute',
  'get',
  'interact',
  'list',
  'map',
  'parse',
  'preview',
  'replace',
  'run',
  'scrape',
  'search',
  'send',
  'start',
  'update',
  'upload',
];
const OPERATION_ID = new RegExp(`^(${VERBS.join('|')})([A-Z][a-z0-9]*)+$`);
const CAMEL_CASE = /^[a-z][A-Za-z0-9]*$/;
const PASCAL_CASE = /^[A-Z][A-Za-z0-9]*$/;
const PASCAL_CASE_ROOMS = ['schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers'];

/** @type {Rule} */
export const operationIds = function* ({ operations }) {
  for (const { path, operation } of operations) {
    if (operation.operationId === undefined || OPERATION_ID.test(operation.operationId)) continue;
    const message = `Rename "${operation.operationId}" in camelCase with one of these verbs first: ${VERBS.join(', ')}.`;
    yield { path: [...path, 'operationId'], message };
  }
};

/** @type {Rule} */
export const componentNames = function* ({ document }) {
  for (const room of PASCAL_CASE_ROOMS) {
    for (const [name] of entries(document.components?.[room])) {
      if (PASCAL_CASE.test(name)) continue;
      yield { path: ['components', room, name], message: `Rename "${name}" in PascalCase, as all ${room} are.` };
    }
  }
};

/** @type {Rule} */
export const fieldNames = function* ({ schemas, parts }) {
  const fields = [
    ...schemas.map(({ path, property }) => ({ path, name: property })),
    ...parts
      .filter(({ node }) => node.in === 'path' || node.in === 'query')
      .map(({ path, node }) => ({ path: [...path, 'name'], name: node.name })),
  ];
  for (const { path, name } of fields) {
    if (name === undefined || CAMEL_CASE.test(name) || name in WIRE_NAMES) continue;
    const message = `Rename "${name}" in camelCase; if the service spells it so, say where in openapi/rules/wire-names.mjs.`;
    yield { path, message };
  }
};
