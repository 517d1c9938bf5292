/** Who sends a part; nothing if it is sent both ways. A pattern is written as a shell expands it. */
export const SENT = '{request-,response-,type-,}';

/** A schema, by where it stands. */
export const SCHEMA = `${SENT}{body,property,parameter,header,schema}`;

/** Alternatives in a pattern. */
export function anyOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `{${names.join(',')}}`;
}

/** `maxLength` as `max-length`. */
export function kebab(camelCase: string): string {
  return camelCase
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
}

/** All ids of a pattern, such as `{request,response}-header-removed`. */
export function expanded(pattern: string): string[] {
  const [whole, names = ''] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined) return [pattern];
  const [before = '', ...rest] = pattern.split(whole);
  const after = rest.join(whole);
  return names.split(',').flatMap((name) => expanded(`${before}${name}${after}`));
}
