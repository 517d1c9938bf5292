import { checkBounds } from '../contract/bounds.js';
import { ConfigurationError } from '../errors/errors.js';
import { searchWeb } from '../generated/operations.js';

/** Width and height in pixels. */
export interface ImageDimensions {
  readonly width: number;
  readonly height: number;
}

/** Conditions on results. With `exclude` they must not hold. */
export interface QueryOperators {
  /** Only results from this site, such as `github.com`. */
  readonly site?: string | undefined;
  /** Only files with this extension, such as `pdf`. */
  readonly filetype?: string | undefined;
  /** A word, or words one after the other, in the URL; each of them, if there are several. */
  readonly inUrl?: string | readonly string[] | undefined;
  /** A word, or words one after the other, in the title; each of them, if there are several. */
  readonly inTitle?: string | readonly string[] | undefined;
  /** Results related to this domain. */
  readonly related?: string | undefined;
  /** Images of exactly these dimensions. */
  readonly imageSize?: ImageDimensions | undefined;
  /** Images larger than these dimensions. */
  readonly larger?: ImageDimensions | undefined;
}

/** The options of `query()`. */
export interface QueryOptions extends QueryOperators {
  /** Exactly this phrase, or each of these. */
  readonly exact?: string | readonly string[] | undefined;
  /** Words, phrases, or what must not hold of a result: `{ site: 'example.com' }`. */
  readonly exclude?: string | QueryOperators | readonly (string | QueryOperators)[] | undefined;
  /** Several words in the URL. It cannot be combined with `allInTitle`. */
  readonly allInUrl?: readonly string[] | undefined;
  /** Several words in the title. It cannot be combined with `allInUrl`. */
  readonly allInTitle?: readonly string[] | undefined;
}

/** A search operator as text, as it stands in a query; one that is misspelt is none. */
export type SearchOperator = Operator | `-${Operator}` | `"${string}"`;

type Operator = `${Named}:${string}` | `${Sized}:${number}x${number}`;
type Named = 'site' | 'filetype' | 'inurl' | 'intitle' | 'related' | 'allinurl' | 'allintitle';
type Sized = 'imagesize' | 'larger';

/** A query as text: any text is one, and editors offer the operators. */
export type SearchQuery = `${'' | '-'}${Named | Sized}:` | (string & {});

/**
 * Builds a query with search operators, quoted where they have to be.
 *
 * @throws ConfigurationError when an operator cannot be writeOperators as given, or when the query gets too long.
 * @example
 * query('typescript sdk', { site: 'github.com', exact: 'open api', exclude: ['spam', { filetype: 'pdf' }] });
 * // 'typescript sdk "open api" -spam -filetype:pdf site:github.com'
 */
export function query(text: string, options?: QueryOptions): string {
  const { exact, exclude, allInUrl, allInTitle, ...operators } = { ...options };
  if (allInUrl?.length && allInTitle?.length)
    throw new ConfigurationError('allInUrl and allInTitle cannot be used together.');
  const parts = [
    String(text ?? '').trim(),
    ...listOf(exact).map((phrase) => `"${checkPhrase(phrase, 'exact')}"`),
    ...listOf(exclude)
      .flatMap(writeExclusion)
      .map((part) => `-${part}`),
    ...writeOperators(operators),
    // The search engine reads all words after these operators as theirs.
    ...writeWords(allInUrl, 'allInUrl'),
    ...writeWords(allInTitle, 'allInTitle'),
  ];
  const searchText = parts.filter(Boolean).join(' ');
  if (!searchText || /[\r\n]/.test(searchText)) {
    throw new ConfigurationError('query must have words or an operator, and no line breaks.');
  }
  checkBounds({ query: searchText }, searchWeb.bounds);
  return searchText;
}

// By the name of the option, which in lower case is the operator.
const OPERATORS: Readonly<Record<keyof QueryOperators, (value: never, option: string) => string>> = {
  site: name,
  filetype: (extension: string, option) => name(String(extension).replace(/^\./, ''), option),
  inUrl: phrase,
  inTitle: phrase,
  related: name,
  imageSize: dimensions,
  larger: dimensions,
};

function writeOperators(operators: QueryOperators): string[] {
  return Object.entries(operators).flatMap(([option, value]) => {
    const write = OPERATORS[option as keyof QueryOperators];
    if (!write) throw new ConfigurationError(`There is no search operator ${option}.`);
    return listOf(value).map((one) => `${option.toLowerCase()}:${write(one as never, option)}`);
  });
}

function writeExclusion(exclusion: string | QueryOperators): string[] {
  if (typeof exclusion === 'object') return writeOperators({ ...exclusion });
  // A second minus would not exclude it.
  return [checkText(phrase(exclusion, 'exclude'), 'exclude', /^"?-/, 'what to exclude, without a minus')];
}

function writeWords(value: readonly string[] | undefined, option: string): string[] {
  const words = listOf(value).map((word) => phrase(word, option));
  return words.length ? [`${option.toLowerCase()}:${words.join(' ')}`] : [];
}

function name(value: string, option: string): string {
  return checkText(value, option, /["\s]|:\/\//, 'a single name such as example.com');
}

function phrase(value: string, option: string): string {
  const text = checkPhrase(value, option);
  return /\s/.test(text) ? `"${text}"` : text;
}

function checkPhrase(value: string, option: string): string {
  // A phrase cannot contain quotation marks.
  return checkText(value, option, /"/, 'text without quotation marks');
}

function dimensions(value: ImageDimensions, option: string): string {
  const { width, height } = Object(value) as Partial<ImageDimensions>;
  return checkText(`${width}x${height}`, option, /^(?![1-9]\d*x[1-9]\d*$)/, 'a width and a height in whole pixels');
}

function checkText(value: unknown, option: string, invalidPattern: RegExp, requirement: string): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text && !invalidPattern.test(text)) return text;
  throw new ConfigurationError(`${option} must be ${requirement}, not ${JSON.stringify(value)}.`);
}

function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value as T];
}
