import { pointerOf } from '../../openapi/walk.mjs';
import { follow, get, isObject, type JsonObject, listOf, type Node, type Pointer } from './contract.js';
import { contentOf, type Operation, operationsOf, parametersOf } from './operations.js';

/**
 * Where a fact belongs, in terms of the API instead of the components of the contract:
 *
 *     POST /v2/search                                     the call
 *     POST /v2/search body scrapeOptions.formats[]        the items of a field of its request
 *     POST /v2/search body scrapeOptions.formats[json]    those items whose `type` is `json`
 *     POST /v2/search 200 data.web[]                      a part of a response
 *     POST /v2/search 200 .                               its whole body
 *     POST /v2/search 404                                 the response with that status
 *     POST /v2/monitor/{monitorId}/run path monitorId     the value of a parameter
 *     info, servers.0, components.securitySchemes.x       anything else, by its keys
 */
export type Location = string;

/** A schema with the schemas that it refers to, and its branches. */
export function subschemasOf(contract: JsonObject, roots: readonly Pointer[]): Node[] {
  const subschemas = new Map<string, Node>();
  const visit = (pointer: Pointer): void => {
    const value = get(contract, pointer);
    if (!isObject(value) || subschemas.has(pointerOf(pointer))) return;
    subschemas.set(pointerOf(pointer), { pointer, value });
    if (typeof value.$ref === 'string') {
      const target = follow(contract, pointer);
      if (target) visit(target.pointer);
    }
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
      for (const index of listOf(value[keyword]).keys()) visit([...pointer, keyword, String(index)]);
    }
  };
  roots.forEach(visit);
  return [...subschemas.values()];
}

/** The values that a schema lists, each with its pointer. */
export function namedValuesOf(contract: JsonObject, roots: readonly Pointer[]): { value: unknown; pointer: Pointer }[] {
  return subschemasOf(contract, roots).flatMap(({ pointer, value }) => [
    ...('const' in value ? [{ value: value.const, pointer: [...pointer, 'const'] }] : []),
    ...['enum', 'x-extensible-enum'].flatMap((keyword) =>
      listOf(value[keyword]).map((item, index) => ({ value: item, pointer: [...pointer, keyword, String(index)] })),
    ),
  ]);
}

function propertiesOf(contract: JsonObject, roots: readonly Pointer[], name: string): Pointer[] {
  return subschemasOf(contract, roots)
    .filter(({ value }) => isObject(value.properties) && name in value.properties)
    .map(({ pointer }) => [...pointer, 'properties', name]);
}

export function itemsOf(contract: JsonObject, roots: readonly Pointer[]): Pointer[] {
  return subschemasOf(contract, roots)
    .filter(({ value }) => isObject(value.items))
    .map(({ pointer }) => [...pointer, 'items']);
}

function branchesOf(contract: JsonObject, roots: readonly Pointer[], type: string): Pointer[] {
  return subschemasOf(contract, roots)
    .filter(({ value }) => isObject(value.properties) && 'type' in value.properties)
    .filter(({ pointer }) =>
      namedValuesOf(contract, [[...pointer, 'properties', 'type']]).some((named) => named.value === type),
    )
    .map(({ pointer }) => pointer);
}

/** The schemas that a trail such as `data.web[].metadata` leads to. */
export function walk(contract: JsonObject, roots: readonly Pointer[], trail: string): Pointer[] {
  let current = [...roots];
  for (const [, name, branch] of trail.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    if (name !== undefined) current = propertiesOf(contract, current, name);
    else current = branch ? branchesOf(contract, itemsOf(contract, current), branch) : itemsOf(contract, current);
  }
  return current;
}

/** The parts of the contract that describe a location: several when the schema has branches. */
export function resolveLocation(contract: JsonObject, location: Location): Pointer[] {
  const [method = '', path = '', part, trail = ''] = location.split(' ');
  if (path === '') return isObject(get(contract, method.split('.'))) ? [method.split('.')] : [];
  const operation = operationsOf(contract).find((each) => each.method === method && each.path === path);
  if (!operation) return [];
  if (part === undefined) return [operation.pointer];
  if (part === 'path' || part === 'query') return parameterOf(contract, operation, part, trail);
  const holder = follow(contract, [...operation.pointer, ...(part === 'body' ? ['requestBody'] : ['responses', part])]);
  if (!holder) return [];
  if (part !== 'body' && trail === '') return [holder.pointer];
  const schemas = [...contentOf(contract, holder).values()].map(({ pointer }) => [...pointer, 'schema']);
  return walk(contract, schemas, trail);
}

function parameterOf(contract: JsonObject, operation: Operation, kind: string, name: string): Pointer[] {
  return parametersOf(contract, operation)
    .filter(({ value }) => value.in === kind && value.name === name)
    .map(({ pointer }) => [...pointer, 'schema'])
    .filter((pointer) => get(contract, pointer) !== undefined);
}
