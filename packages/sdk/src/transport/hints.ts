import { requestFields } from '../generated/request-fields.js';

/** The names of the fields of an object, with those of objects below them; 0 where any name may stand. */
type Fields = { readonly [name: string]: Fields } | 0;

interface KnownField {
  readonly name: string;
  /** The path of the object that has it; empty for the request itself. */
  readonly place: string;
}

/**
 * What was meant by each field of a refused request that the operation does not have: the same name at another place, or
 * another name at the same one. It is loaded with the first request that is refused.
 */
export function hintsFor(operation: string, body: unknown): string[] {
  const known = (requestFields as Readonly<Record<string, Fields>>)[operation] ?? 0;
  return unknownFields(body, known, '').map(({ name, place, fields }) => {
    const path = [place, name].filter(Boolean).join('.');
    const other = Object.keys(fields).find((field) => isMeant(name, field));
    if (other) return `${path} is called ${other} here.`;
    const elsewhere = fieldsBelow(known, '').find((field) => field.name === name && field.place !== place);
    if (!elsewhere) return '';
    return elsewhere.place ? `${path} belongs into ${elsewhere.place}.` : `${path} belongs into the request itself.`;
  });
}

function unknownFields(
  value: unknown,
  fields: Fields,
  place: string,
): (KnownField & { readonly fields: Exclude<Fields, 0> })[] {
  if (fields === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => unknownFields(item, fields, `${place}.${index}`));
  return Object.entries(value).flatMap(([name, inner]) =>
    Object.hasOwn(fields, name)
      ? unknownFields(inner, fields[name] ?? 0, [place, name].filter(Boolean).join('.'))
      : { name, place, fields },
  );
}

function fieldsBelow(fields: Fields, place: string): KnownField[] {
  return Object.entries(fields).flatMap(([name, inner]) => [
    { name, place },
    ...fieldsBelow(inner, [place, name].filter(Boolean).join('.')),
  ]);
}

/** Whether one name has the words of the other, in their order: `maxDepth` and `maxDiscoveryDepth`, `timeoutMs` and `timeout`. */
function isMeant(name: string, field: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(name), wordsOf(field)].sort((one, other) => one.length - other.length);
  let at = 0;
  for (const word of longer) if (word === shorter[at]) at++;
  return at === shorter.length;
}

/** The words of a name, each without the `s` of several: `include_tags` and `includeTag` have the same. */
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [name]).map((word) =>
    word.toLowerCase().replace(/(?<=..)s$/, ''),
  );
