import MiniSearch, { type SearchResult } from 'minisearch';
import type { SearchEntry, SearchKind } from './docs-index.js';

/** Words of questions that say nothing about what is asked for. */
const EMPTY_WORDS = new Set(
  'a all an and any are as at be by can do does every for from get give how i in is it list me my of on or per the there to use using we what when where which why with without you'.split(
    ' ',
  ),
);

/** What readers call things that are named otherwise here, by the stem of their word. */
const SYNONYMS: Readonly<Record<string, string>> = {
  auth: 'authentication',
  bundler: 'platforms',
  cors: 'browser',
  cost: 'credits',
  framework: 'platforms',
  hono: 'platforms',
  ifram: 'browser',
  k8: 'kubernetes',
  login: 'profile',
  nextj: 'platforms',
  pric: 'credits',
  progres: 'status',
  progress: 'status',
  quota: 'limit',
  size: 'large',
  stop: 'cancel',
  token: 'key',
  vit: 'platforms',
  vitest: 'testing',
};

/** How much more a reader wants this kind of entry than a field. */
const WEIGHTS: Readonly<Record<SearchKind, number>> = {
  Call: 1.8,
  Guide: 2,
  Section: 2.5,
  'Error code': 1.2,
  Message: 1.5,
  Status: 1.8,
  Limit: 1.5,
  Value: 1.5,
  Event: 1.2,
  Field: 1,
  Schema: 0.7,
};

/** How much more an entry counts whose name is what was typed, or has all the words that were typed. */
const SAME_NAME = 4;
const ALL_WORDS_IN_NAME = 3;

/** How much more an entry counts whose name has a phrase as it was typed, such as `log in`. */
const SAME_PHRASE = 3;

/** How much more an entry counts that programs call what was typed. */
const SAME_IDENTIFIER = 50;

/** A page of a guide as a whole comes before its sections. */
const WHOLE_PAGE = 1.5;

export interface Findings {
  readonly entries: readonly SearchEntry[];
  /** Whether each of them has every word. */
  readonly areWhole: boolean;
}

export type DocsSearch = (query: string) => Findings;

/** How many entries are read at once. Between them the page can react to what is typed. */
const CHUNK = 200;

/** A search over the entries: by their words, whole or begun, and with a letter wrong in a long one. */
export async function createDocsSearch(entries: readonly SearchEntry[]): Promise<DocsSearch> {
  const index = new MiniSearch<SearchEntry & { id: number; parts: string }>({
    // The words of a name such as `byApiKey` count less than those of a heading.
    fields: ['name', 'parts', 'words', 'place', 'text'],
    tokenize: wordsOf,
    processTerm: stem,
    searchOptions: {
      boost: { name: 5, place: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 1 : false),
    },
  });
  await index.addAllAsync(
    entries.map((entry, id) => ({ ...entry, id, parts: partsOf(`${entry.name} ${entry.words ?? ''}`).join(' ') })),
    { chunkSize: CHUNK },
  );

  return (query) => {
    const words = wordsOf(query)
      .map(stem)
      .filter((word) => word !== null);
    const phrases = phrasesOf(query);
    const results = index
      .search([query, ...words.map((word) => SYNONYMS[word] ?? '')].join(' '), { combineWith: 'OR' })
      .map((result) => ({ result, entry: entryOf(entries, result) }))
      .map(({ result, entry }): Ranked => {
        const found = words.filter((word) =>
          [word, stem(SYNONYMS[word] ?? '')].some((each) => result.queryTerms.includes(each ?? '')),
        );
        const isWhole = found.length === words.length;
        // The main call of a word, and a name with a phrase, answer a question whatever its other words are.
        const share = isMainCall(entry, words) ? 1 : found.length / words.length;
        const match = hasPhrase(entry.name, phrases) ? SAME_PHRASE : share ** 2;
        const isNamed = namesOf(entry).includes(identifierOf(query));
        return {
          entry,
          isWhole,
          score:
            result.score * weightOf(entry, words, isToldBy(result, words)) * match * (isNamed ? SAME_IDENTIFIER : 1),
        };
      });
    const ranked = withoutCrowds(results);
    const areWhole = words.length < 2 || ranked.some(({ isWhole }) => isWhole);
    return { entries: ranked.map(({ entry }) => entry), areWhole };
  };
}

interface Ranked {
  readonly entry: SearchEntry;
  readonly score: number;
  /** Whether it has every word. */
  readonly isWhole: boolean;
}

/** The best first; of those of one kind and one name, each counts half of the one before. */
function withoutCrowds(results: readonly Ranked[]): Ranked[] {
  const counts = new Map<string, number>();
  return results
    .toSorted((one, other) => other.score - one.score)
    .map((result) => {
      const key = `${result.entry.kind} ${result.entry.name}`;
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return { ...result, score: result.score / 2 ** count };
    })
    .sort((one, other) => other.score - one.score);
}

/** What programs and errors call an entry: an operation id, a method of the SDK with or without `trawl` before it. */
function namesOf({ words = '' }: SearchEntry): string[] {
  const names = words.toLowerCase().split(' ').filter(Boolean);
  return [...names, ...names.map((name) => name.replace(/^trawl\./, ''))];
}

/** The identifier that was typed, without the parentheses of a call. */
function identifierOf(query: string): string {
  return query.trim().toLowerCase().replace(/\(.*$/, '');
}

function entryOf(entries: readonly SearchEntry[], { id }: SearchResult): SearchEntry {
  const entry = entries[id as number];
  if (!entry) throw new Error(`The search index has no entry ${id}.`);
  return entry;
}

/** A call such as `POST /v2/crawl` or `POST /v2/batch/scrape` is what a reader means by its word. */
const MAIN_CALL = /^POST \/v2\/(\w+)(?:\/scrape)?$/;
const IS_MAIN_CALL = 3;

/** A field such as `byApiKey` is seldom what a question about keys is about. */
const PART_OF_FIELD = 0.2;

/** Whether the text of an entry has every word, not only its name. */
function isToldBy({ match }: SearchResult, words: readonly string[]): boolean {
  const matches = Object.entries(match)
    .filter(([, fields]) => fields.includes('text'))
    .map(([term]) => term);
  return words.every((word) => matches.some((term) => term.startsWith(word)));
}

function weightOf({ kind, name, place }: SearchEntry, words: readonly unknown[], isTold: boolean): number {
  const ofName = [...wordsOf(name), ...partsOf(name)].map(stem);
  const isWholeName = sameWords(wordsOf(name), words);
  const hasAll = kind !== 'Field' && kind !== 'Message' && words.every((word) => ofName.includes(word as string));
  const match = isWholeName ? SAME_NAME : hasAll ? ALL_WORDS_IN_NAME : 1;
  const isMain = isMainCall({ kind, place }, words);
  const isPart = kind === 'Field' && !isTold && !isWholeName && !sameWords(partsOf(name), words);
  const isPage = kind === 'Guide' && place === 'Guides';
  return WEIGHTS[kind] * match * (isMain ? IS_MAIN_CALL : 1) * (isPage ? WHOLE_PAGE : 1) * (isPart ? PART_OF_FIELD : 1);
}

/** The pairs of words in a row that begin with one that says something. */
function phrasesOf(text: string): string[] {
  const words = wordsOf(text.toLowerCase());
  return words.slice(0, -1).flatMap((word, index) => (EMPTY_WORDS.has(word) ? [] : [`${word} ${words[index + 1]}`]));
}

function hasPhrase(name: string, phrases: readonly string[]): boolean {
  const namePhrases = phrasesOf(name);
  return phrases.some((phrase) => namePhrases.includes(phrase));
}

function sameWords(phrases: readonly string[], words: readonly unknown[]): boolean {
  return phrases.map(stem).filter(Boolean).join(' ') === words.join(' ');
}

function isMainCall({ kind, place }: Pick<SearchEntry, 'kind' | 'place'>, words: readonly unknown[]): boolean {
  const [, main] = kind === 'Call' ? (MAIN_CALL.exec(place) ?? []) : [];
  return main !== undefined && words.includes(stem(main));
}

/** The words as they are written: `includeDomains`, `SCRAPE_TIMEOUT` and `429` are one each. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
}

/** The parts of the names in a text that are made of several. */
function partsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    const parts = word.split(/_|(?<=[a-z\d])(?=[A-Z])/).filter(Boolean);
    return parts.length > 1 ? parts : [];
  });
}

/** The stems of the words that were read, because most words come often. */
const stems = new Map<string, string | null>();

/** A word without what a plural adds; nothing for a word that says nothing. */
function stem(word: string): string | null {
  let result = stems.get(word);
  if (result === undefined) {
    result = stemOf(word.toLowerCase());
    stems.set(word, result);
  }
  return result;
}

function stemOf(word: string): string | null {
  if (EMPTY_WORDS.has(word)) return null;
  return word
    .replace(/(?<=[a-z]{2})ies$/, 'y')
    .replace(/(?<=[a-z]{3}[^su])s$/, '')
    .replace(/(?<=[a-z]{3})(ing|ed|e)$/, '');
}
