import { createHash } from 'node:crypto';
import {
  type SearchTerm,
  UNSPACED_CHARACTER,
  type WordExpressions,
  type WordSearch,
  wordExpressions,
} from '../search-words.js';

/**
 * Texts are taken apart here and not by a configuration of PostgreSQL, so that both databases find the same pages,
 * whatever the language of the server is. Each word begins with a sign of its team: no team sees, in the duration of a
 * search, how often others have a word, and a search reads no entries of others.
 */

/** The weight of a word by the field that it stands in: title, URL and description of a page, and its text. */
export type Weight = 'A' | 'B' | 'C' | 'D';

/** PostgreSQL counts positions up to this one; all words after it share it. */
const LAST_POSITION = 16_383;

/** PostgreSQL keeps this many positions of a word. */
const MAX_POSITIONS = 255;

/** PostgreSQL takes less than 1 MiB of words and positions in a vector. */
const MAX_VECTOR_BYTES = 900_000;

/** Longer words are cut: PostgreSQL takes 2 KiB. */
const MAX_WORD_LENGTH = 200;

/** Keeps a phrase from beginning in one field and ending in the next. */
const FIELD_GAP = 2;

interface Word {
  readonly text: string;
  /** Its place in the text, counted in words. */
  readonly place: number;
}

/** A vector of the fields, in their order, as PostgreSQL reads it. */
export function vectorOf(team: string, fields: readonly (readonly [text: string, weight: Weight])[]): string {
  const sign = signOf(team);
  const positions = new Map<string, string[]>();
  let begin = 1;
  let bytes = 0;
  for (const [text, weight] of fields) {
    let last = begin;
    for (const { text: word, place } of wordsOf(text)) {
      last = begin + place;
      const known = positions.get(word) ?? [];
      if (known.length === MAX_POSITIONS) continue;
      bytes += known.length === 0 ? sign.length + Buffer.byteLength(word) + 8 : 2;
      if (bytes > MAX_VECTOR_BYTES) break;
      if (known.length === 0) positions.set(word, known);
      known.push(`${Math.min(last, LAST_POSITION)}${weight}`);
    }
    begin = last + FIELD_GAP;
  }
  return [...positions].map(([word, places]) => `'${sign}${word}':${places.join()}`).join(' ');
}

const FIELD_WEIGHTS = { title: 'A', url: 'B' } as const;

/** The conditions of a search in the query language of PostgreSQL; `weights` are the fields that count, all by default. */
export function queriesOf(
  team: string,
  words: WordSearch,
  {
    weights = '',
    fields = FIELD_WEIGHTS,
  }: { weights?: string; fields?: Readonly<Record<'url' | 'title', Weight>> } = {},
): WordExpressions {
  const sign = signOf(team);
  return wordExpressions(words, { and: ' & ', or: ' | ' }, ({ text, field }: SearchTerm) =>
    phraseOf(sign, text, field === undefined ? weights : fields[field]),
  );
}

/** Words that follow each other. Beyond the last position, they only have to be there. */
function phraseOf(sign: string, text: string, weights: string): string {
  const words = searchedWords(text);
  const [first] = words;
  // A word that no text has.
  if (!first) return `'${sign}'`;
  const operand = ({ text: word, isBeginning }: SearchedWord) => {
    const suffix = `${isBeginning ? '*' : ''}${weights}`;
    return `'${sign}${word}'${suffix && `:${suffix}`}`;
  };
  if (words.length === 1) return operand(first);
  const joined = (distance: (word: SearchedWord, index: number) => number) =>
    words.map((word, index) => (index === 0 ? '' : ` <${distance(word, index)}> `) + operand(word)).join('');
  const inOrder = joined((word, index) => word.place - (words[index - 1]?.place ?? 0));
  return `(${inOrder} | ${joined(() => 0)})`;
}

interface SearchedWord extends Word {
  /** Whether it stands for all words that begin with it. */
  readonly isBeginning: boolean;
}

/** The words of a text, as they are stored. */
function* wordsOf(text: string): Generator<Word> {
  for (const { place, word, characters } of partsOf(text)) {
    if (word !== undefined) yield { text: word, place };
    for (const [index, character] of characters.entries()) {
      yield { text: character + (characters[index + 1] ?? ''), place: place + index };
    }
  }
}

/**
 * In a script without spaces, each character is stored together with the one after it. So a search for two of them is one
 * for a word, and the search for a single one is one for the words that begin with it.
 */
function searchedWords(text: string): SearchedWord[] {
  return [...partsOf(text)].flatMap(({ place, word, characters }): SearchedWord[] => {
    if (word !== undefined) return [{ text: word, place, isBeginning: false }];
    const [first = ''] = characters;
    if (characters.length === 1) return [{ text: first, place, isBeginning: true }];
    return characters.slice(1).map((character, index) => ({
      text: `${characters[index]}${character}`,
      place: place + index,
      isBeginning: false,
    }));
  });
}

/** A word, or characters of a script without spaces. */
interface Part {
  readonly place: number;
  readonly word?: string;
  readonly characters: readonly string[];
}

function* partsOf(text: string): Generator<Part> {
  let place = 0;
  for (const [run] of text.matchAll(/[\p{L}\p{M}\p{N}\p{Co}]+/gu)) {
    for (const [part] of run.matchAll(PART)) {
      const characters = part.match(UNSPACED_CHARACTER) ?? [];
      if (characters.length > 0) yield { place, characters };
      else yield { place, word: foldedWord(part), characters };
      place += Math.max(1, characters.length);
    }
  }
}

/** Characters of scripts without spaces, or others. */
const PART = new RegExp(`(?:${UNSPACED_CHARACTER.source})+|(?:(?!${UNSPACED_CHARACTER.source})[^])+`, 'g');

/** Case and accents do not count. */
function foldedWord(word: string): string {
  const text = word.slice(0, MAX_WORD_LENGTH).toLowerCase();
  return /^[a-z\d]*$/.test(text) ? text : text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}

/** A few characters that stand for a team, and that no word begins with. */
function signOf(team: string): string {
  return `${createHash('sha256').update(team).digest('base64url').slice(0, 6)}:`;
}
