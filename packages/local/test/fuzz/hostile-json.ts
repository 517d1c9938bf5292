import { contract } from '../../src/contract/contract.js';

/** A JSON text that tries to break the service. Counterexamples print its name. */
export interface HostileJson {
  readonly name: string;
  text(): string;
}

const nest = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);
const list = (length: number, item: (index: number) => string): string =>
  `[${Array.from({ length }, (_, i) => item(i))}]`;
const object = (size: number, field: (index: number) => string): string =>
  `{${Array.from({ length: size }, (_, i) => field(i))}}`;

const small: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '-0',
  '0.5',
  '1e308',
  '1e999',
  '-1e999',
  '9007199254740993',
  '1e-400',
  '""',
  '" "',
  '"NaN"',
  '"null"',
  '"0"',
  '"1e3"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\u202e"',
  '"%00"',
  '"../.."',
  '"__proto__"',
  '"constructor"',
  '"2026-02-30T25:61:61Z"',
  '"{{7*7}}"',
  '"\\\\"',
  '"["',
  '"http://"',
  '"http://site.test:99999"',
  '"javascript:alert(1)"',
  '"file:///etc/hosts"',
  '"data:,x"',
  '"http://ünï.test/"',
  '"http://xn--.test/"',
  '"(a+)+$"',
  '"((a*)*)*b"',
  '"(?<=(x+x+)+y)"',
  '"(.*a){25}"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"":""}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"type":"json"}',
  '{"type":"json","schema":null}',
  '{"type":"__proto__"}',
  '{"toJSON":1,"length":-1}',
  '{"then":1}',
  '{"a":1,"a":2}',
  '{"$ref":"#"}',
  '{"$ref":"http://site.test/"}',
  '{"type":"object","properties":null}',
  '"\';drop table jobs;--"',
];

const large: Readonly<Record<string, () => string>> = {
  '90,000 letters': () => `"${'a'.repeat(90_000)}"`,
  '200,000 letters': () => `"${'a'.repeat(200_000)}"`,
  '3,000,000 letters': () => `"${'a'.repeat(3_000_000)}"`,
  '5,000 letters and an exclamation mark': () => `"${'a'.repeat(5_000)}!"`,
  '90,000 spaces and a letter': () => `"${' '.repeat(90_000)}a"`,
  '60,000 lone surrogates': () => `"${'\\ud83d'.repeat(60_000)}"`,
  'a URL of 200,000 characters': () => `"http://site.test/${'a/'.repeat(100_000)}"`,
  'a host name of 10,000 labels': () => `"http://${'a.'.repeat(10_000)}test/"`,
  '400 digits': () => '9'.repeat(400),
  '2,000 nested arrays': () => nest('[', '', ']', 2_000),
  '100,000 nested arrays': () => nest('[', '', ']', 100_000),
  '50,000 nested objects': () => nest('{"a":', '1', '}', 50_000),
  'a JSON Schema of 1,000 levels': () => nest('{"properties":{"a":', '{}', '}}', 1_000),
  'a JSON Schema of 40,000 levels': () => nest('{"type":"object","properties":{"a":', '{}', '}}', 40_000),
  '10,000 nulls': () => list(10_000, () => 'null'),
  '10,000 empty objects': () => list(10_000, () => '{}'),
  '9,000 strings': () => list(9_000, (index) => `"t${index}"`),
  '200,000 strings': () => list(200_000, (index) => `"t${index}"`),
  '9,000 URLs': () => list(9_000, (index) => `"http://127.0.0.1:1/${index}"`),
  '9,000 domains': () => list(9_000, (index) => `"d${index}.test"`),
  '9,000 headers': () => object(9_000, (index) => `"x-${index}":"v"`),
  '10,000 keys': () => object(10_000, (index) => `"k${index}":1`),
  'one key 10,000 times': () => object(10_000, () => '"a":1'),
  'a key of 200,000 letters': () => `{"${'k'.repeat(200_000)}":1}`,
};

/** Numbers, strings and arrays at each bound in the contract, and one off. */
function atBounds(): HostileJson[] {
  const sizes = new Set([...boundsIn(contract())].flatMap((bound) => [bound - 1, bound, bound + 1]));
  return [...sizes].flatMap((size): HostileJson[] => [
    { name: String(size), text: () => String(size) },
    ...(size >= 0 && size <= 20_000
      ? [
          { name: `${size} letters`, text: () => `"${'a'.repeat(size)}"` },
          { name: `${size} strings`, text: () => list(size, () => '"a"') },
        ]
      : []),
  ]);
}

const BOUNDS = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']);

function boundsIn(part: unknown, found = new Set<number>()): Set<number> {
  if (typeof part !== 'object' || part === null) return found;
  for (const [key, value] of Object.entries(part)) {
    if (BOUNDS.has(key) && Number.isInteger(value)) found.add(value);
    else boundsIn(value, found);
  }
  return found;
}

/** Short enough for a path or a query. */
export const smallHostileJson: readonly string[] = small;

export const hostileJson: readonly HostileJson[] = [
  ...small.map((text) => ({ name: text, text: () => text })),
  ...Object.entries(large).map(([name, text]) => ({ name, text })),
  ...atBounds(),
];
