import { CORE_SCHEMA, load, Type } from 'js-yaml';
import { exactInteger } from './exact-number.js';
import type { Json } from './json.js';

/** The tag of YAML 1.1 for keys such as `<<: *other`, which nearly all programs that read contracts merge. */
const MERGE = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (text) => text === '<<' });

const INTEGER = new Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: (text) => /^[-+]?(?:0b[01]+|0x[\da-f]+|0o[0-7]+|\d+)$/i.test(text ?? ''),
  construct: exactInteger,
});

const SCHEMA = CORE_SCHEMA.extend({ implicit: [MERGE, INTEGER] });

/** The value of a text in YAML 1.2, with the merge keys of YAML 1.1. */
export function yamlOf(text: string): Json {
  return load(text, { schema: SCHEMA }) as Json;
}
