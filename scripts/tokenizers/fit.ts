import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Count } from './installed.js';
import { declarationsIn, kindsOfText, scriptOf } from './texts.js';

const FOLDER = fileURLToPath(new URL('../../packages/tools/src/pages/', import.meta.url));

const LETTERS = 26;
const SIZE = LETTERS + 1;
const FIRST = 'a'.charCodeAt(0) - 1;

/** The tokenizers that need most tokens for Latin letters. */
const LARGEST = ['llama-tokenizer-js', 'mistral-tokenizer-js', 'p50k_base', 'r50k_base', 'anthropic', 'cl100k_base'];

/** Writes the words that all tokenizers know, and how often a token ends between two letters of the others. */
export function writeWordTables(counts: Readonly<Record<string, Count>>, declarations: string): void {
  const known = knownWords(Object.values(counts));
  writeFileSync(`${FOLDER}known-words.ts`, sourceOf(known));
  const rows = rowsOf(fitted(wordsIn(declarations, new Set(known.map(({ word }) => word)), counts)));
  const file = `${FOLDER}word-tokens.ts`;
  const table = `const ENDS = [\n${rows.map((row) => `  '${row}',`).join('\n')}\n] as const;`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/const ENDS = \[[\s\S]*?\] as const;/, table));
}

/** A word that every tokenizer has as one token after a blank, and where else it is one token: the sum of these. */
interface KnownWord {
  readonly word: string;
  readonly elsewhere: number;
}

const ELSEWHERE = {
  capitalAfterBlank: 1,
  afterSign: 2,
  capitalAfterSign: 4,
} as const;

/** The vocabulary of the oldest tokenizer is in the order in which it learned the words. */
function knownWords(tokenizers: readonly Count[]): KnownWord[] {
  const { decode } = createRequire(import.meta.url)('gpt-tokenizer/cjs/encoding/r50k_base');
  const words: KnownWord[] = [];
  const isOneToken = (before: string, word: string): boolean =>
    // A tokenizer may count the beginning of a text as well.
    tokenizers.every((count) => count(before + word) - count(before.trimEnd()) <= 1);
  const isOneAfterSigns = (word: string): boolean => ['the-', 'the"'].every((before) => isOneToken(before, word));
  for (let token = 0; token < 50_256; token++) {
    const [, word] = /^ ([a-z]+)$/.exec(decode([token])) ?? [];
    if (!word || !isOneToken('the ', word)) continue;
    const capitalized = capitalizedOf(word);
    const elsewhere =
      (isOneToken('the ', capitalized) ? ELSEWHERE.capitalAfterBlank : 0) +
      (isOneAfterSigns(word) ? ELSEWHERE.afterSign : 0) +
      (isOneAfterSigns(capitalized) ? ELSEWHERE.capitalAfterSign : 0);
    words.push({ word, elsewhere });
  }
  return words;
}

const capitalizedOf = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The longest line of a literal. */
const LINE_LENGTH = 1900;

/** The list of words as source: few long lines, because nobody reads them one by one. */
function sourceOf(known: readonly KnownWord[]): string {
  const words = known.map(({ word, elsewhere }) => (elsewhere === 0 ? word : word + elsewhere));
  return `/**
 * Words that every tokenizer of \`npm run tokenizers\` has as one token after a blank, the most frequent ones first. The number
 * after a word is the sum of the places where it is one token as well: 1 with a capital after a blank, 2 after a sign, 4 with a
 * capital after a sign.
 */
export const KNOWN_WORDS = \`
${linesOf(words).join('\n')}
\`;
`;
}

interface Word {
  readonly pairs: readonly number[];
  readonly weight: number;
  /** How many tokens it has beside the first. */
  readonly more: number;
}

function wordsIn(declarations: string, known: ReadonlySet<string>, counts: Readonly<Record<string, Count>>): Word[] {
  const frequency = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const [word] of text.matchAll(/[A-Za-z]+/g)) {
      if (/^[A-Z]{2,}$|[a-z][A-Z]/.test(word) || known.has(word.toLowerCase())) continue;
      frequency.set(word, (frequency.get(word) ?? 0) + weight);
    }
  };
  for (const { kind, text } of kindsOfText()) if (kind.startsWith('English')) add(text, 1);
  for (const { text } of declarationsIn(declarations)) if (scriptOf(text) === 'Latin') add(text, 0.25);
  const largest = LARGEST.flatMap((name) => counts[name] ?? []);
  return [...frequency].map(([word, weight]) => ({
    pairs: pairsOf(word),
    weight: Math.min(6, Math.sqrt(weight)),
    more: Math.max(...largest.map((count) => count(` ${word}`))) - 1,
  }));
}

/** The pairs of letters of a word, with its edges. */
function pairsOf(word: string): number[] {
  const letters = [0, ...[...word.toLowerCase()].map((letter) => letter.charCodeAt(0) - FIRST), 0];
  return letters.slice(1).map((letter, index) => (letters[index] ?? 0) * SIZE + letter);
}

const EPOCHS = 40;

/** How often a token ends at each pair, by least squares. What is too little counts a tenth more. */
function fitted(words: readonly Word[]): Float64Array {
  const ends = new Float64Array(SIZE * SIZE).fill(0.3);
  let rate = 0.02;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let step = 0; step < words.length; step++) {
      // A prime number of words apart, so that those of one language do not follow each other.
      const { pairs, weight, more } = words[(step * 7919 + epoch) % words.length] as Word;
      const error = pairs.reduce((sum, pair) => sum + (ends[pair] ?? 0), 0) - more;
      const change = (rate * weight * (error < 0 ? 1.1 : 1) * error) / pairs.length;
      for (const pair of pairs) ends[pair] = Math.min(1, Math.max(0, (ends[pair] ?? 0) - change));
    }
    rate *= 0.93;
  }
  return ends;
}

const rowsOf = (ends: Float64Array): string[] =>
  Array.from({ length: SIZE }, (_, row) =>
    [...ends.slice(row * SIZE, (row + 1) * SIZE)].map((end) => Math.min(9, Math.round(end * 10))).join(''),
  );

function linesOf(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LINE_LENGTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
