import { entriesOf, follow, get, type Json, type JsonObject, listOf, type Pointer } from './contract.js';
import { type Fact, stated, type Table } from './fact.js';
import { type Location, resolveLocation } from './locations.js';
import { contentOf, operationsOf } from './operations.js';

/** A call of the API. */
export interface Call {
  readonly call: Location;
  readonly body?: 'application/json' | 'multipart/form-data' | 'none';
  readonly answers?: readonly number[];
}

export function calls(title: string, rows: readonly Call[]): Table {
  return { title, facts: rows.flatMap(factsOfCall) };
}

function factsOfCall({ call, body, answers = [] }: Call): Fact[] {
  const roots = (contract: JsonObject) => resolveLocation(contract, call);
  return [
    stated(`${call} is there`, (contract) => roots(contract).map((pointer) => ({ pointer }))),
    ...(body === undefined ? [] : [bodyFact(call, body, roots)]),
    ...answers.flatMap((status) => [
      stated(`${call} may be answered ${status}`, (contract) =>
        roots(contract).flatMap((pointer) => present(contract, [...pointer, 'responses', String(status)])),
      ),
      stated(`${call} answers ${status} with JSON`, (contract) =>
        jsonOf(contract, resolveLocation(contract, `${call} ${status}`)),
      ),
    ]),
  ];
}

function bodyFact(call: Location, body: string, roots: (contract: JsonObject) => Pointer[]): Fact {
  const bodies = (contract: JsonObject) => roots(contract).map((pointer) => [...pointer, 'requestBody']);
  if (body === 'none') {
    return stated(
      `${call} has no request body`,
      (contract) => bodies(contract).map((pointer) => ({ pointer, absent: {} })),
      (contract) => (bodies(contract).some((pointer) => get(contract, pointer)) ? 'it has one' : undefined),
    );
  }
  return stated(`${call} takes ${body}`, (contract) =>
    bodies(contract).flatMap((pointer) => mediaType(contract, pointer, body)),
  );
}

function jsonOf(contract: JsonObject, answers: readonly Pointer[]) {
  return answers.flatMap((pointer) => mediaType(contract, pointer, 'application/json'));
}

function mediaType(contract: JsonObject, holder: Pointer, type: string) {
  const node = follow(contract, holder);
  return node && contentOf(contract, node).has(type) ? [{ pointer: [...node.pointer, 'content', type] }] : [];
}

function present(contract: JsonObject, pointer: Pointer) {
  return get(contract, pointer) === undefined ? [] : [{ pointer }];
}

/** A key of the contract with a plain value. */
export interface Entry {
  readonly at: Location;
  readonly key: string;
  readonly matches: RegExp;
}

export function entries(title: string, rows: readonly Entry[]): Table {
  const facts = rows.map(({ at, key, matches }) =>
    stated(`${at} has ${key} like ${matches.source}`, (contract) =>
      resolveLocation(contract, at)
        .map((pointer) => [...pointer, key])
        .filter((pointer) => matches.test(String(get(contract, pointer) ?? '')))
        .map((pointer) => ({ pointer })),
    ),
  );
  return { title, facts };
}

/** The calls that need no key; all others need one. */
export function keyless(title: string, scheme: string, open: readonly Location[]): Table {
  const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  const withoutKey = (security: Json | undefined) =>
    listOf(security).flatMap((each, index) => (entriesOf(each).length === 0 ? [index] : []));
  const facts: Fact[] = [
    ...open.flatMap((call) => [
      stated(`${call} can be made without a key`, (contract) =>
        resolveLocation(contract, call).flatMap((pointer) =>
          withoutKey(get(contract, [...pointer, 'security'])).map((index) => ({
            pointer: [...pointer, 'security', String(index)],
          })),
        ),
      ),
      stated(`${call} can be made with a key`, (contract) =>
        resolveLocation(contract, call).flatMap((pointer) =>
          listOf(get(contract, [...pointer, 'security'])).flatMap((each, index) =>
            entriesOf(each).some(([key]) => key === scheme)
              ? [{ pointer: [...pointer, 'security', String(index)] }]
              : [],
          ),
        ),
      ),
    ]),
    stated(
      'every other call needs a key',
      (contract) =>
        listOf(contract.security).flatMap((each, index) =>
          entriesOf(each).some(([key]) => key === scheme) ? [{ pointer: ['security', String(index)] }] : [],
        ),
      (contract) => {
        if (withoutKey(contract.security).length > 0) return 'the whole contract allows calls without one';
        const others = operationsOf(contract).filter((operation) => !open.includes(name(operation)));
        const free = others.find(
          ({ value }) =>
            value.security !== undefined &&
            (listOf(value.security).length === 0 || withoutKey(value.security).length > 0),
        );
        return free && `${name(free)} does not`;
      },
    ),
  ];
  return { title, facts };
}
