import type { OpenAPI3 } from 'openapi-typescript';
import { operationsOf, resolveSchema } from '../../openapi/walk.mjs';
import { type Node, requestSchema } from './request-schemas.js';

/** The names of the fields of an object, with those of objects below them; 0 where any name may stand. */
type Fields = { readonly [name: string]: Fields } | 0;

/**
 * The names of the fields of every JSON request body, for hints about a name that is none of them. A part that several
 * requests have is written once.
 */
export function renderFields(contract: OpenAPI3): string {
  const names = new Map<string, string>();
  let shared = '';
  const write = (fields: Fields): string => {
    if (fields === 0) return '0';
    const text = `{ ${Object.entries(fields)
      .map(([name, inner]) => `${name}: ${write(inner)}`)
      .join(', ')} }`;
    if (text.length < 60) return text;
    const known = names.get(text);
    if (known) return known;
    const name = `fields${names.size + 1}`;
    names.set(text, name);
    shared += `const ${name} = ${text};\n\n`;
    return name;
  };
  const operations = operationsOf(contract).flatMap(({ name, operation }) => {
    const schema = requestSchema(contract, operation);
    const fields = schema ? fieldsOf(contract, schema, []) : 0;
    return fields ? [`  ${name}: ${write(fields)},\n`] : [];
  });
  return `${shared}/** The fields of the body of each operation. */\nexport const requestFields = {\n${operations.join('')}};\n`;
}

function fieldsOf(contract: OpenAPI3, node: Node, within: readonly Node[]): Fields {
  const schema = resolveSchema(contract, node) as Node;
  // A schema that contains itself would never end.
  if (within.includes(schema)) return 0;
  const inside = [...within, schema];
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] ?? []) as Node[]);
  const own = Object.entries((schema.properties ?? {}) as Record<string, Node>).map(
    ([name, property]) => [name, fieldsOf(contract, property, inside)] as const,
  );
  if (schema.items) return fieldsOf(contract, schema.items as Node, inside);
  const isOpen =
    schema.type === 'object' && schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  if (isOpen) return 0;
  const alternatives: Fields[] = [
    own.length ? Object.fromEntries(own) : 0,
    ...parts.map((part) => fieldsOf(contract, part, inside)),
  ];
  return alternatives.reduce(merged, 0);
}

/** The names of both. A text or the like beside an object has none. */
function merged(left: Fields, right: Fields): Fields {
  if (left === 0 || right === 0) return left || right;
  const all: Record<string, Fields> = { ...left };
  for (const [name, fields] of Object.entries(right))
    all[name] = all[name] === undefined ? fields : merged(all[name], fields);
  return all;
}
