import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mostTokens } from '../../test/tokenizers.js';
import { countTokens } from './tokens.js';

const guide = (name: string): string => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8');

const bytes = Buffer.concat(Array.from({ length: 40 }, (_, i) => createHash('sha256').update(String(i)).digest()));

const TEXTS: Readonly<Record<string, string>> = {
  'a guide with code': guide('jobs'),
  'a guide with tables': guide('errors'),
  'a list of URLs': Array.from(
    { length: 200 },
    (_, i) => `- [Page ${i}](https://docs.example.com/guide/v2/page-${i}?ref=${i})`,
  ).join('\n'),
  'a table of numbers': Array.from(
    { length: 100 },
    (_, i) => `| ${i} | ${i * 7.25} | ${(i * 7919) % 10_007} EUR |`,
  ).join('\n'),
  'minified code': readFileSync(new URL(import.meta.resolve('marked')), 'utf8').slice(2000, 9000),
  Base64: bytes.toString('base64'),
  'hexadecimal numbers': bytes.toString('hex'),
  'blanks and tabs': 'a  b   c\t\td\n\n\n'.repeat(50),
  emoji: '😀👩‍👩‍👧‍👦👨🏽‍🚀🏳️‍🌈🇩🇪❤️✅'.repeat(20),
  German: 'Der Faltanker hält gut im Sand und lässt sich in einem kleinen Ankerkasten verstauen. '.repeat(20),
  French: "L'ancre pliante tient bien dans le sable et se range dans un petit coffre dès qu'on l'a repliée. ".repeat(
    20,
  ),
  Finnish: 'Kokoontaittuva ankkuri pitää hyvin hiekassa ja mahtuu pieneen kannen alla olevaan lokeroon. '.repeat(20),
  Vietnamese: 'Mỏ neo gấp bám tốt trên cát và cất gọn trong một ngăn nhỏ trên boong tàu. '.repeat(20),
  Russian: 'Складной якорь хорошо держит в песке и помещается в небольшом рундуке, если его сложить. '.repeat(20),
  Greek: 'Η πτυσσόμενη άγκυρα κρατά καλά στην άμμο και χωράει σε ένα μικρό ντουλάπι. '.repeat(20),
  Chinese: '折叠锚在沙中抓力很好，收起后可以放进一个小储物柜里。'.repeat(20),
  Japanese: '折りたたみアンカーは砂地でよく効き、たたむと小さなロッカーに収まります。'.repeat(20),
  Korean: '접이식 닻은 모래에서 잘 버티고 접으면 작은 보관함에 들어갑니다. '.repeat(20),
  Arabic: 'المرساة القابلة للطي تثبت جيدا في الرمل ويمكن تخزينها في خزانة صغيرة بعد طيها. '.repeat(20),
  Hindi: 'मोड़ा जा सकने वाला लंगर रेत में अच्छी तरह टिकता है और छोटी पेटी में रखा जा सकता है। '.repeat(20),
  Thai: 'สมอพับได้ยึดทรายได้ดีและเก็บในตู้เล็กบนดาดฟ้าได้ '.repeat(20),
};

/** The letters of a script in some order, with blanks. */
function lettersOf(script: string): string {
  const pattern = new RegExp(`\\p{Script=${script}}`, 'u');
  const letters: string[] = [];
  for (let code = 0x80; code < 0x1_f000 && letters.length < 600; code++) {
    const letter = code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code);
    if (pattern.test(letter)) letters.push(letter);
  }
  return letters.map((_, index) => letters[(index * 7919) % letters.length] + (index % 6 === 5 ? ' ' : '')).join('');
}

/** Those with letters that common tokenizers do not know. */
const SCRIPTS = [
  'Armenian',
  'Balinese',
  'Bamum',
  'Bengali',
  'Braille',
  'Canadian_Aboriginal',
  'Cham',
  'Cherokee',
  'Coptic',
  'Cuneiform',
  'Deseret',
  'Egyptian_Hieroglyphs',
  'Ethiopic',
  'Georgian',
  'Gothic',
  'Gujarati',
  'Gurmukhi',
  'Hangul',
  'Han',
  'Javanese',
  'Kannada',
  'Khmer',
  'Lao',
  'Linear_B',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Nko',
  'Ol_Chiki',
  'Oriya',
  'Osage',
  'Phoenician',
  'Runic',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Thaana',
  'Tibetan',
  'Tifinagh',
  'Vai',
  'Yi',
];

describe('the number of tokens', () => {
  it.each(Object.entries(TEXTS))('of %s is not below that of a real tokenizer, and not far above', (_, text) => {
    const ratio = countTokens(text) / mostTokens(text);
    expect(ratio).toBeGreaterThanOrEqual(0.995);
    expect(ratio).toBeLessThan(1.9);
  });

  it.each(SCRIPTS)('of letters of the script %s is not below that of a real tokenizer', (script) => {
    const text = lettersOf(script);
    expect(countTokens(text)).toBeGreaterThanOrEqual(mostTokens(text));
  });

  it('of nothing is none', () => {
    expect(countTokens('')).toBe(0);
  });
});
