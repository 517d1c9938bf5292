import * as fc from 'fast-check';
import { type Operation, type Parameter, resolved, type Schema } from '../../src/contract/contract.js';
import { smallHostileJson } from './hostile-json.js';
import { arbitraryFrom, id } from './schema-arbitrary.js';

/** How to write the parameters of a path, and what to append to it. */
interface PathStyle {
  value(parameter: Parameter): fc.Arbitrary<string>;
  readonly suffix: fc.Arbitrary<string>;
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  // A lone surrogate has no encoding.
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '?'));
}

const valid: PathStyle = {
  value: ({ schema, name }) => arbitraryFrom(schema, name).map(encode),
  suffix: fc.constant(''),
};

const SEGMENTS = ['..', '.', '%2e%2e%2f', '%00', '%ff', '%', '%u0041', "'", '{id}', '*', '', 'a'.repeat(5_000)];
const SUFFIXES = ['', '?', '&limit=1&limit=2', '&__proto__[a]=1', '&limit[]=1', '&%=%', '&=', '#x'];

const invalid: PathStyle = {
  value: ({ schema }) =>
    fc.oneof(
      fc.constantFrom(...smallHostileJson.map(encode)),
      fc.constantFrom(...SEGMENTS),
      arbitraryFrom(schema).map(encode),
    ),
  suffix: fc.constantFrom(...SUFFIXES, `&a=${'b'.repeat(8_000)}`),
};

/** Paths with valid parameters and a valid query. */
export const validPath = (operation: Operation): fc.Arbitrary<string> => pathFrom(operation, valid);

/** Paths with odd parameters or an odd query. */
export const invalidPath = (operation: Operation): fc.Arbitrary<string> => pathFrom(operation, invalid);

function pathFrom({ path, parameters }: Operation, style: PathStyle): fc.Arbitrary<string> {
  const segments = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => (isUuid(parameter) ? fc.oneof(id, style.value(parameter)) : style.value(parameter)));
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => queryFrom(parameter, style));
  return fc.tuple(fc.tuple(...segments), fc.tuple(...query), style.suffix).map(([values, pairs, suffix]) => {
    let index = 0;
    const filled = path.replaceAll(/\{\w+\}/g, () => values[index++] ?? '');
    const search = (pairs.filter(Boolean).join('&') + suffix).replace(/^&/, '');
    return search ? `${filled}?${search}` : filled;
  });
}

/** A parameter, which a query repeats for each item of an array. */
function queryFrom(parameter: Parameter, style: PathStyle): fc.Arbitrary<string> {
  const { type, items } = typeof parameter.schema === 'object' ? resolved(parameter.schema) : {};
  const isArray = type === 'array';
  const schema = (isArray ? items : parameter.schema) as Schema;
  const pair = style.value({ ...parameter, schema }).map((value) => `${parameter.name}=${value}`);
  const bounds = { minLength: parameter.required ? 1 : 0, maxLength: isArray ? 3 : 1 };
  return fc.array(pair, bounds).map((pairs) => pairs.join('&'));
}

const isUuid = ({ schema }: Parameter): boolean => typeof schema === 'object' && resolved(schema).format === 'uuid';
