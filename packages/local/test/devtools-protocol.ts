import { createRequire } from 'node:module';
import fc from 'fast-check';

/** The DevTools protocol, as its own JSON describes it. */

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: readonly Property[];
}

interface Property extends Schema {
  readonly name: string;
  readonly optional?: boolean;
}

interface Domain {
  readonly domain: string;
  readonly types?: readonly (Schema & { readonly id: string })[];
  readonly commands: readonly { readonly name: string; readonly parameters?: readonly Property[] }[];
}

const require = createRequire(import.meta.url);
const domains: readonly Domain[] = [
  ...require('devtools-protocol/json/browser_protocol.json').domains,
  ...require('devtools-protocol/json/js_protocol.json').domains,
];

const types = new Map<string, { readonly schema: Schema; readonly domain: string }>(
  domains.flatMap(({ domain, types = [] }) =>
    types.map((schema) => [`${domain}.${schema.id}`, { schema, domain }] as const),
  ),
);

const commands = new Map<string, { readonly domain: string; readonly parameters: readonly Property[] }>(
  domains.flatMap(({ domain, commands }) =>
    commands.map(({ name, parameters = [] }) => [`${domain}.${name}`, { domain, parameters }] as const),
  ),
);

export function isCommand(method: string): boolean {
  return commands.has(method);
}

function resolved(schema: Schema, domain: string): { readonly schema: Schema; readonly domain: string } {
  const { $ref } = schema;
  if ($ref === undefined) return { schema, domain };
  const type = types.get($ref.includes('.') ? $ref : `${domain}.${$ref}`);
  if (!type) throw new Error(`The protocol has no type ${$ref}.`);
  return type;
}

/** The type of a parameter, by its path such as `clip.width`; undefined where there is none. Lists stand for their items. */
export function typeOf(method: string, path: readonly string[]): string | undefined {
  const command = commands.get(method);
  let at: { readonly schema: Schema; readonly domain: string } | undefined = command && {
    schema: { type: 'object', properties: command.parameters },
    domain: command.domain,
  };
  for (const name of path) {
    while (at?.schema.items) at = resolved(at.schema.items, at.domain);
    const property: Property | undefined = at?.schema.properties?.find((each) => each.name === name);
    at = at && property && resolved(property, at.domain);
  }
  return at?.schema.type;
}

/** The least that a command needs, with these values at their paths. Lists have one item. */
export function paramsOf(
  method: string,
  values: readonly (readonly [path: readonly string[], value: unknown])[],
): object {
  const command = commands.get(method);
  if (!command) throw new Error(`The protocol has no command ${method}.`);
  const { domain, parameters } = command;
  return leastObject(parameters, domain, values);
}

function leastObject(
  properties: readonly Property[],
  domain: string,
  values: readonly (readonly [path: readonly string[], value: unknown])[],
): object {
  const entries = properties.flatMap((property) => {
    const own = values
      .filter(([[name]]) => name === property.name)
      .map(([[, ...path], value]) => [path, value] as const);
    if (property.optional && own.length === 0) return [];
    return [[property.name, leastValue(property, domain, own)]];
  });
  return Object.fromEntries(entries);
}

function leastValue(
  own: Schema,
  ownDomain: string,
  values: readonly (readonly [path: readonly string[], value: unknown])[],
): unknown {
  const { schema, domain } = resolved(own, ownDomain);
  const [first] = values;
  if (first?.[0].length === 0) return first[1];
  if (schema.enum) return schema.enum[0];
  if (schema.items) return [leastValue(schema.items, domain, values)];
  if (schema.properties) return leastObject(schema.properties, domain, values);
  return { integer: 1, number: 1, boolean: true, string: 'x' }[schema.type ?? ''] ?? {};
}

/** How deep the values are: some types contain themselves. */
const MAX_DEPTH = 4;

/** The parameters of a command, each number and text of which may be an extreme one. */
export function extremeParams(method: string): fc.Arbitrary<object> {
  const command = commands.get(method);
  if (!command) throw new Error(`The protocol has no command ${method}.`);
  return objectOf(command.parameters, command.domain, 0);
}

function objectOf(properties: readonly Property[], domain: string, depth: number): fc.Arbitrary<object> {
  const all = Object.fromEntries(properties.map((each) => [each.name, extremeOf(each, domain, depth + 1)]));
  const requiredKeys = properties.filter(({ optional }) => !optional).map(({ name }) => name);
  return fc.record(all, { requiredKeys });
}

function extremeOf(own: Schema, ownDomain: string, depth: number): fc.Arbitrary<unknown> {
  const { schema, domain } = resolved(own, ownDomain);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'integer':
      return fc.constantFrom(1, 0, -1, 30_000, 2 ** 31 - 1, -(2 ** 31));
    case 'number':
      return fc.constantFrom(1, 0, -1, 30_000, 1e-300, 2 ** 31, 1.7e308, -1.7e308);
    case 'boolean':
      return fc.boolean();
    case 'string':
    case 'binary':
      return fc.constantFrom('x', '', '\ud800\u0000', 'x'.repeat(100_000));
    case 'array':
      return depth > MAX_DEPTH
        ? fc.constant([])
        : fc.array(extremeOf(schema.items ?? {}, domain, depth), { maxLength: 2 });
    default:
      return depth > MAX_DEPTH ? fc.constant({}) : objectOf(schema.properties ?? [], domain, depth);
  }
}
