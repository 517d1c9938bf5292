import { entriesOf, get, isObject, type Json, type JsonObject, listOf, type Pointer, printed } from './contract.js';
import type { Table } from './fact.js';

/** The keywords that make a promise. What a keyword like `oneOf` promises stands in its branches. */
const promises = [
  'default',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'format',
  'x-expires-after-ms',
  'x-default-in-lockdown',
];
const lists = ['required', 'enum', 'x-extensible-enum'];
const nested = ['allOf', 'oneOf', 'anyOf'];

/** Everything that a schema which is marked as documented promises, part by part. */
export function documentedPromises(contract: JsonObject): Pointer[] {
  const schemas = entriesOf(get(contract, ['components', 'schemas']));
  return schemas.flatMap(([name, schema]) => promisesOf(schema, ['components', 'schemas', name], false));
}

function promisesOf(schema: Json | undefined, pointer: Pointer, documented: boolean): Pointer[] {
  if (!isObject(schema)) return [];
  const evidence = schema['x-evidence'];
  if (evidence === 'observed') return [];
  if (evidence !== 'documented' && !documented) return [];
  const within = (key: string, item: Json) => promisesOf(item, [...pointer, ...key.split('/')], true);
  return [
    ...promises.filter((key) => key in schema).map((key) => [...pointer, key]),
    ...lists.flatMap((key) => [...listOf(schema[key]).keys()].map((index) => [...pointer, key, String(index)])),
    ...entriesOf(schema.properties)
      .filter(([, property]) => !isObject(property) || property['x-evidence'] !== 'observed')
      .flatMap(([key, property]) => [[...pointer, 'properties', key], ...within(`properties/${key}`, property)]),
    ...nested.flatMap((key) => listOf(schema[key]).flatMap((branch, index) => within(`${key}/${index}`, branch))),
    ...(schema.items === undefined ? [] : within('items', schema.items)),
  ];
}

/** The promises that no fact of the tables rests on. */
export function unfounded(contract: JsonObject, tables: readonly Table[]): string[] {
  const founded = new Set(
    tables.flatMap(({ facts }) =>
      facts.flatMap((fact) => fact.statements(contract).map(({ pointer }) => printed(pointer))),
    ),
  );
  return documentedPromises(contract)
    .map(printed)
    .filter((pointer) => !founded.has(pointer));
}
