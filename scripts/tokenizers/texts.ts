import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A text, and what it is made of. */
export interface Sample {
  readonly kind: string;
  readonly text: string;
}

const at = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** The text of each declaration, by the name of its file. */
export const declarationsIn = (folder: string): Sample[] =>
  readdirSync(folder)
    .map((name) => {
      const html = readFileSync(join(folder, name), 'utf8').replace(/<head>[\s\S]*?<\/head>/, ' ');
      const text = html
        .replace(/<[^>]+>/g, ' ')
        .replace(/[ \t]+/g, ' ')
        .replace(/\n\s*\n+/g, '\n\n')
        .trim();
      return { kind: name.replace('.html', ''), text };
    })
    .filter(({ text }) => text.length > 2000);

const SCRIPTS =
  'Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Cherokee Canadian_Aboriginal Khmer Mongolian Hiragana Katakana Han Yi Tifinagh Vai Javanese Balinese Cuneiform Egyptian_Hieroglyphs Adlam Gothic Linear_B Runic Coptic'.split(
    ' ',
  );

/** The main script of a text. */
export function scriptOf(text: string): string {
  const count = (script: string) => text.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0;
  return SCRIPTS.map((script) => [count(script), script] as const).sort(([a], [b]) => b - a)[0]?.[1] ?? '';
}

const repeated = (text: string): string => text.repeat(Math.ceil(40_000 / text.length));

/** Letters of scripts in which there is no declaration. */
const ANCIENT: Readonly<Record<string, readonly [number, number]>> = {
  Cuneiform: [0x12000, 0x12399],
  'Egyptian hieroglyphs': [0x13000, 0x1342e],
  'Linear B': [0x10000, 0x1000b],
  Gothic: [0x10330, 0x1034a],
  Runic: [0x16a0, 0x16ea],
  Balinese: [0x1b05, 0x1b33],
};

const lettersFrom = ([first, last]: readonly [number, number]): string =>
  Array.from({ length: 400 }, (_, i) => String.fromCodePoint(first + ((i * 7919) % (last - first + 1)))).join('');

const bytes = Buffer.concat(Array.from({ length: 600 }, (_, i) => createHash('sha256').update(String(i)).digest()));

/** What pages have beside prose. */
export const kindsOfText = (): Sample[] =>
  Object.entries({
    'English prose': at('docs/jobs.md').replace(/```[\s\S]*?```/g, ''),
    'English prose, of a policy': at('SECURITY.md').replace(/```[\s\S]*?```/g, ''),
    'guide with code': at('docs/jobs.md'),
    TypeScript: at('packages/tools/src/pages/page-view.ts'),
    'minified code': at('node_modules/marked/lib/marked.umd.js').slice(2000, 30_000),
    JSON: JSON.stringify(JSON.parse(at('package.json'))),
    HTML: at('docs/README.md').replace(/\n/g, '<br>\n<p class="a">'),
    Base64: bytes.toString('base64'),
    hexadecimal: bytes.toString('hex'),
    emoji: '😀😃👩‍👩‍👧‍👦👨🏽‍🚀🏳️‍🌈🇩🇪🇫🇷❤️☎️✅',
    'table of numbers': Array.from(
      { length: 900 },
      (_, i) => `| ${i} | ${i * 7.25} | ${(i * 7919) % 10_007} EUR |`,
    ).join('\n'),
    'list of links': Array.from(
      { length: 400 },
      (_, i) => `- [Page ${i}](https://docs.example.com/guide/v2/page-${i}?ref=${i})`,
    ).join('\n'),
    'ruled lines': `${'-'.repeat(80)}\n`,
    formulas: '∑∫√∞≠≤≥±×÷∂∇∈∉⊂⊃∪∩αβγ→⇒⇔∀∃ ',
    capitals: 'THE FOLDING ANCHOR HOLDS WELL IN SAND AND STOWS IN A SMALL LOCKER. ',
    ...Object.fromEntries(Object.entries(ANCIENT).map(([name, range]) => [name, lettersFrom(range)])),
  }).map(([kind, text]) => ({ kind, text: repeated(text) }));

/** The declaration in a language of each script, if there are declarations, and other kinds of text, each longer than a result. */
export function longTexts(folder: string | undefined): Sample[] {
  const byScript = new Map<string, Sample>();
  for (const { kind, text } of folder === undefined ? [] : declarationsIn(folder)) {
    const script = scriptOf(text);
    if (!byScript.has(script)) byScript.set(script, { kind: `${script} (${kind})`, text: repeated(text) });
  }
  return [...byScript.values(), ...kindsOfText()];
}
