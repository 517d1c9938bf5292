import { pointerOf } from '../../openapi/walk.mjs';
import { entriesOf, get, isObject, type Json, type JsonObject, listOf, type Pointer } from './contract.js';
import type { Table } from './fact.js';

/** The keywords that constrain a value. Those of a keyword like `oneOf` are in its branches. */
const constraints = [
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

/** The constraints of all schemas that are marked as documented. */
export function documentedConstraints(contract: JsonObject): Pointer[] {
  const schemas = entriesOf(get(contract, ['components', 'schemas']));
  return schemas.flatMap(([name, schema]) => constraintsOf(schema, ['components', 'schemas', name], false));
}

function constraintsOf(schema: Json | undefined, pointer: Pointer, documented: boolean): Pointer[] {
  if (!isObject(schema)) return [];
  const evidence = schema['x-evidence'];
  if (evidence === 'observed') return [];
  if (evidence !== 'documented' && !documented) return [];
  const within = (key: string, item: Json) => constraintsOf(item, [...pointer, ...key.split('/')], true);
  return [
    ...constraints.filter((key) => key in schema).map((key) => [...pointer, key]),
    ...lists.flatMap((key) => [...listOf(schema[key]).keys()].map((index) => [...pointer, key, String(index)])),
    ...entriesOf(schema.properties)
      .filter(([, property]) => !isObject(property) || property['x-evidence'] !== 'observed')
      .flatMap(([key, property]) => [[...pointer, 'properties', key], ...within(`properties/${key}`, property)]),
    ...nested.flatMap((key) => listOf(schema[key]).flatMap((branch, index) => within(`${key}/${index}`, branch))),
    ...(schema.items === undefined ? [] : within('items', schema.items)),
  ];
}

/** The constraints that no fact of the tables states. */
export function unstated(contract: JsonObject, tables: readonly Table[]): string[] {
  const stated = new Set(
    tables.flatMap(({ facts }) =>
      facts.flatMap((fact) => fact.statements(contract).map(({ pointer }) => pointerOf(pointer))),
    ),
  );
  return documentedConstraints(contract)
    .map(pointerOf)
    .filter((pointer) => !stated.has(pointer));
}
