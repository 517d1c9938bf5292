import { readFileSync } from 'node:fs';
import { countTokens as realCount } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countTokens } from './tokens.js';

const guide = (name: string): string => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8');

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
  German:
    'Der Faltanker hält gut im Sand und lässt sich in einem kleinen Ankerkasten verstauen, sobald man ihn zusammenlegt. '.repeat(
      20,
    ),
  French:
    "L'ancre pliante tient bien dans le sable et se range dans un petit coffre dès qu'on l'a repliée après le mouillage. ".repeat(
      20,
    ),
  Russian: 'Складной якорь хорошо держит в песке и помещается в небольшом рундуке, если его сложить. '.repeat(20),
  Chinese: '折叠锚在沙中抓力很好，收起后可以放进一个小储物柜里。'.repeat(20),
  Japanese: '折りたたみアンカーは砂地でよく効き、たたむと小さなロッカーに収まります。'.repeat(20),
  Arabic: 'المرساة القابلة للطي تثبت جيدا في الرمل ويمكن تخزينها في خزانة صغيرة بعد طيها. '.repeat(20),
};

describe('the number of tokens', () => {
  it.each(Object.entries(TEXTS))('of %s is never far below that of a real tokenizer, and not far above', (_, text) => {
    const ratio = countTokens(text) / realCount(text);
    expect(ratio).toBeGreaterThan(0.97);
    expect(ratio).toBeLessThan(1.9);
  });

  it('of nothing is none', () => {
    expect(countTokens('')).toBe(0);
  });
});
