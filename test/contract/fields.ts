import { pointerOf } from '../../openapi/walk.mjs';
import { get, type Json, type JsonObject, listOf } from './contract.js';
import { type ContractStatement, type Fact, itemIn, stated, type Table } from './fact.js';
import { itemsOf, type Location, namedValuesOf, resolveLocation, subschemasOf } from './locations.js';
import { accepted, canonical, type Roots, refusal, refused, shown } from './validation-facts.js';

/** A row of a table of fields. Each column that is filled in is a fact of its own. */
export interface Field {
  readonly field: string;
  /** As the document writes it: `string`, `integer`, `string or null`, `array of string`. */
  readonly type?: string;
  readonly required?: boolean;
  readonly default?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  /** Values that the document names; others may come. */
  readonly values?: readonly Json[];
  /** All values there are. */
  readonly only?: readonly Json[];
  readonly accepts?: readonly Json[];
  readonly refuses?: readonly Json[];
  readonly expiresAfterMs?: number;
  readonly defaultInLockdown?: number;
  /** A value for the probes, where a plain one of its type would not be accepted; `#` is replaced in items of lists. */
  readonly sample?: Json;
}

/** A rule about a whole object. */
export interface Rule {
  readonly rule: string;
  readonly accepts?: readonly Json[];
  readonly refuses?: readonly Json[];
}

export function fields(title: string, at: Location, rows: readonly Field[]): Table {
  return { title, facts: rows.flatMap((row) => factsOfField(at, row)) };
}

export function rules(title: string, at: Location, rows: readonly Rule[]): Table {
  const roots = (contract: JsonObject) => resolveLocation(contract, at);
  const facts = rows.flatMap(({ rule, accepts = [], refuses = [] }) => [
    ...accepts.map((value) => accepted(`${rule}: accepts ${shown(value)}`, roots, value)),
    ...refuses.map((value) => refused(`${rule}: refuses ${shown(value)}`, roots, value)),
  ]);
  return { title, facts };
}

function factsOfField(at: Location, row: Field): Fact[] {
  const [parent, name] = parentOf(at, row.field);
  const roots: Roots = (contract) => resolveLocation(contract, locationOf(at, row.field));
  const parents: Roots = (contract) => resolveLocation(contract, parent);
  const sentence = (rest: string) => `${row.field} ${rest}`;
  return [
    stated(sentence('is there'), (contract) => roots(contract).map((pointer) => ({ pointer }))),
    ...(row.type === undefined ? [] : typeFacts(row, roots)),
    ...(row.required === undefined ? [] : [requiredFact(row.field, name, row.required, parents, roots)]),
    ...(row.default === undefined
      ? []
      : [keyword(sentence(`is ${shown(row.default)} by default`), roots, 'default', row.default)]),
    ...boundFacts(row, roots),
    ...[...(row.values ?? []), ...(row.only ?? [])].map((value) =>
      named(sentence(`may be ${shown(value)}`), roots, value),
    ),
    ...(row.only ? [refused(sentence('may be nothing else'), roots, probeFor(row, 'a surprise'))] : []),
    ...(row.accepts ?? []).map((value) => accepted(sentence(`may be ${shown(value)}`), roots, value)),
    ...(row.refuses ?? []).map((value) => refused(sentence(`may not be ${shown(value)}`), roots, value)),
    ...(row.expiresAfterMs === undefined
      ? []
      : [keyword(sentence(`expires after ${row.expiresAfterMs} ms`), roots, 'x-expires-after-ms', row.expiresAfterMs)]),
    ...(row.defaultInLockdown === undefined
      ? []
      : [
          keyword(
            sentence(`is ${row.defaultInLockdown} by default in lockdown`),
            roots,
            'x-default-in-lockdown',
            row.defaultInLockdown,
          ),
        ]),
  ];
}

function locationOf(at: Location, field: string): Location {
  return at.split(' ').length === 3 ? `${at} ${field || '.'}` : `${at}.${field}`;
}

/** The object that has the field, and the field's own name. */
function parentOf(at: Location, field: string): [Location, string] {
  const steps = field.split('.');
  const name = steps.pop() ?? '';
  return [locationOf(at, steps.join('.')), name];
}

const plainSamples: { [type: string]: Json } = {
  string: 'text',
  integer: 7,
  number: 1.5,
  boolean: true,
  object: {},
  array: [],
  null: null,
};

function typeFacts(row: Field, roots: Roots): Fact[] {
  const [kinds = '', items] = (row.type ?? '').split(' of ');
  const types = kinds.split(' or ');
  const facts = types.map((type) => typeFact(`${row.field} may be ${type}`, type, types, sampleOf(row, type), roots));
  if (items === undefined) return facts;
  const itemRoots: Roots = (contract) => itemsOf(contract, roots(contract));
  const sample = probe(row.sample ?? (row.only ?? row.values)?.[0] ?? plainSamples[items] ?? null, 0);
  return [...facts, typeFact(`${row.field} has items of type ${items}`, items, [items], sample, itemRoots)];
}

function sampleOf(row: Field, type: string): Json {
  const candidates = [row.sample, (row.only ?? row.values)?.[0], row.default, row.minimum].filter(
    (value) => value !== undefined,
  );
  return candidates.find((value) => typeOf(value) === type) ?? plainSamples[type] ?? null;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function typeFact(sentence: string, type: string, types: readonly string[], sample: Json, roots: Roots): Fact {
  const wrong = [true, 'text', 1.5].filter((value) => !types.includes(typeOf(value)));
  return stated(
    sentence,
    (contract) =>
      subschemasOf(contract, roots(contract)).flatMap(({ pointer, value }): ContractStatement[] => {
        const keyword = [...pointer, 'type'];
        return value.type === type ? [{ pointer: keyword }] : itemIn(contract, keyword, type);
      }),
    (contract) =>
      refusal(contract, roots(contract), sample) ??
      (wrong.some((value) => refusal(contract, roots(contract), value) !== undefined)
        ? undefined
        : 'any value is accepted'),
  );
}

function requiredFact(field: string, name: string, required: boolean, parents: Roots, roots: Roots): Fact {
  const lists = (contract: JsonObject) =>
    subschemasOf(contract, parents(contract)).map(({ pointer }) => [...pointer, 'required']);
  if (required) {
    return stated(`${field} is required`, (contract) =>
      lists(contract).flatMap((list) => itemIn(contract, list, name)),
    );
  }
  return stated(
    `${field} may be left out`,
    (contract) =>
      roots(contract).map((pointer) => ({ pointer: [...pointer.slice(0, -2), 'required'], absent: [name] })),
    (contract) =>
      lists(contract).some((list) => listOf(get(contract, list)).includes(name)) ? 'it is required' : undefined,
  );
}

function keyword(sentence: string, roots: Roots, key: string, expected: Json): Fact {
  const holders = (contract: JsonObject) => subschemasOf(contract, roots(contract)).filter(({ value }) => key in value);
  return stated(
    sentence,
    (contract) => holders(contract).map(({ pointer }) => ({ pointer: [...pointer, key] })),
    (contract) => {
      const other = holders(contract).find(({ value }) => canonical(value[key] ?? null) !== canonical(expected));
      return other && `${pointerOf(other.pointer)} says ${shown(other.value[key] ?? null)}`;
    },
  );
}

/** For each bound, the last value within it and the first beyond it. */
const bounds: {
  [Name in 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'maxItems']: (bound: number, row: Field) => [Json, Json];
} = {
  minimum: (bound) => [bound, bound - 1],
  maximum: (bound) => [bound, bound + 1],
  minLength: (bound) => ['x'.repeat(bound), 'x'.repeat(bound - 1)],
  maxLength: (bound) => ['x'.repeat(bound), 'x'.repeat(bound + 1)],
  maxItems: (bound, row) => [listWith(bound, row), listWith(bound + 1, row)],
};

function listWith(length: number, row: Field): Json[] {
  return Array.from({ length }, (_, index) => probe(row.sample ?? 'text #', index));
}

/** A sample with its `#` replaced by letters that differ from item to item. */
function probe(sample: Json, index: number): Json {
  const letters = index.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  return typeof sample === 'string' ? sample.replace('#', letters) : sample;
}

function probeFor(row: Field, value: Json): Json {
  return row.type?.startsWith('array') ? [value] : value;
}

function boundFacts(row: Field, roots: Roots): Fact[] {
  return Object.entries(bounds).flatMap(([name, probes]) => {
    const bound = row[name as keyof typeof bounds];
    if (bound === undefined) return [];
    const [within, beyond] = probes(bound, row);
    return [
      stated(
        `${row.field} has ${name} ${bound}`,
        (contract) =>
          subschemasOf(contract, roots(contract)).flatMap(({ pointer, value }) =>
            name in value ? [{ pointer: [...pointer, name] }] : [],
          ),
        (contract) =>
          refusal(contract, roots(contract), within) ??
          (refusal(contract, roots(contract), beyond) ? undefined : 'a value beyond it is accepted'),
      ),
    ];
  });
}

function named(sentence: string, roots: Roots, value: Json): Fact {
  return stated(sentence, (contract) => {
    const schemas = roots(contract);
    return namedValuesOf(contract, [...schemas, ...itemsOf(contract, schemas)])
      .filter((each) => each.value === value)
      .map(({ pointer }) => ({ pointer }));
  });
}
