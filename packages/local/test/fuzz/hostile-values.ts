import { contract } from '../../src/contract/contract.js';

/** A JSON text that nobody sends by mistake alone, by a name that is short enough to be printed. */
export interface HostileValue {
  readonly name: string;
  text(): string;
}

const LONGEST = 200_000;

const nested = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);

const plain: readonly string[] = [
  ...['null', 'true', '0', '-1', '-0', '0.5', '1e308', '1e999', '-1e999', '9007199254740993', '1e-400'],
  ...[
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
    '"../.."',
  ],
  ...['"%00"', '"__proto__"', '"constructor"', '"2026-02-30T25:61:61Z"', '"http://"', '"http://site.test:99999"'],
  ...['"javascript:alert(1)"', '"file:///etc/hosts"', '"data:,x"', '"http://ünï.test/"', '"http://xn--.test/"'],
  ...[
    '"(a+)+$"',
    '"((a*)*)*b"',
    '"(?<=(x+x+)+y)"',
    '"(.*a){25}"',
    '"["',
    '"\\\\"',
    '"{{7*7}}"',
    '"\';drop table jobs;--"',
  ],
  ...['[]', '{}', '[null]', '[[]]', '{"":""}', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'],
  ...[
    '{"type":"json"}',
    '{"type":"json","schema":null}',
    '{"type":"__proto__"}',
    '{"then":1}',
    '{"toJSON":1,"length":-1}',
  ],
  ...['{"a":1,"a":2}', '{"$ref":"#"}', '{"$ref":"http://site.test/"}', '{"type":"object","properties":null}'],
];

const large: Readonly<Record<string, () => string>> = {
  '200,000 letters': () => `"${'a'.repeat(LONGEST)}"`,
  '60,000 lone surrogates': () => `"${'\\ud83d'.repeat(60_000)}"`,
  'a URL of 200,000 letters': () => `"http://site.test/${'a/'.repeat(LONGEST / 2)}"`,
  'a host name of 10,000 labels': () => `"http://${'a.'.repeat(10_000)}test/"`,
  'letters and a sign that a bad pattern never ends with': () => `"${'a'.repeat(5_000)}!"`,
  '3,000,000 letters': () => `"${'a'.repeat(3_000_000)}"`,
  '90,000 letters': () => `"${'a'.repeat(90_000)}"`,
  '90,000 spaces and a letter': () => `"${' '.repeat(90_000)}a"`,
  '400 digits': () => '9'.repeat(400),
  '100,000 lists in lists': () => nested('[', '', ']', 100_000),
  '2,000 lists in lists': () => nested('[', '', ']', 2_000),
  '50,000 objects in objects': () => nested('{"a":', '1', '}', 50_000),
  '2,000 objects in objects': () => nested('{"properties":{"a":', '{}', '}}', 1_000),
  'a schema of 40,000 levels': () => nested('{"type":"object","properties":{"a":', '{}', '}}', 40_000),
  '10,000 nulls': () => `[${Array(10_000).fill('null').join()}]`,
  '10,000 empty objects': () => `[${Array(10_000).fill('{}').join()}]`,
  '10,000 texts': () => `[${Array.from({ length: 10_000 }, (_, index) => `"t${index}"`).join()}]`,
  '10,000 pages': () => `[${Array.from({ length: 10_000 }, (_, index) => `"http://127.0.0.1:1/${index}"`).join()}]`,
  '9,000 pages': () => `[${Array.from({ length: 9_000 }, (_, index) => `"http://127.0.0.1:1/${index}"`).join()}]`,
  '9,000 domains': () => `[${Array.from({ length: 9_000 }, (_, index) => `"d${index}.test"`).join()}]`,
  '9,000 headers': () => `{${Array.from({ length: 9_000 }, (_, index) => `"x-${index}":"v"`).join()}}`,
  '200,000 texts': () => `[${Array.from({ length: LONGEST }, (_, index) => `"t${index}"`).join()}]`,
  '10,000 keys': () => `{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join()}}`,
  'one key 10,000 times': () => `{${Array(10_000).fill('"a":1').join()}}`,
  'a key of 200,000 letters': () => `{"${'k'.repeat(LONGEST)}":1}`,
};

/** Numbers, texts and lists at each bound that the contract states, and just beyond. */
function atBounds(): HostileValue[] {
  const bounds = [...boundsIn(contract())].filter((bound) => Math.abs(bound) < LONGEST);
  return bounds.flatMap((bound) =>
    [bound - 1, bound, bound + 1].flatMap((size): HostileValue[] => [
      { name: String(size), text: () => String(size) },
      ...(size < 0
        ? []
        : [
            { name: `${size} letters`, text: () => `"${'a'.repeat(size)}"` },
            ...(size > 20_000 ? [] : [{ name: `${size} texts`, text: () => `[${Array(size).fill('"a"').join()}]` }]),
          ]),
    ]),
  );
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

export const hostileValues: readonly HostileValue[] = [
  ...plain.map((value) => ({ name: value, text: () => value })),
  ...Object.entries(large).map(([name, make]) => ({ name, text: make })),
  ...atBounds(),
];
