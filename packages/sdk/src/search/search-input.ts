import type { ImagesSource, NewsSource, SearchRequest, SearchSourceName, WebSource } from '@trawl/client';
import { choiceOf } from '../contract/bounds.js';
import type { Formats } from '../formats/format-input.js';
import type { Misspelt, Suggested } from '../formats/requested.js';
import type { ScrapeOptionsInput } from '../formats/requests.js';
import type { TimeFilter } from './time-filter.js';

/** Web pages, of a region or a time of their own. */
export interface WebSourceInput extends Omit<WebSource, 'tbs'> {
  /** Time filter, for this source. */
  readonly tbs?: TimeFilter | undefined;
}

/** A kind of results with its options. */
export type SearchSourceInput = WebSourceInput | ImagesSource | NewsSource;

/** Kinds of results, as known to the compiler or not: a plain `string[]` gives all kinds, but maybe. */
export type Sources = readonly (SearchSourceName | SearchSourceInput | (string & {}))[];

/** The kinds of results that sources name; the same may be asked for twice, of two regions for instance. */
export const kindsOf = (sources: Sources): Set<string> => new Set(sources.map((source) => choiceOf(source) as string));

/** The sources of a request that does not say any: the web. */
export type DefaultSources = readonly ['web'];

/** What a list of sources may be. Only names after a name: so the compiler says which one was meant. */
type AllowedSources<S extends Sources> = [S[number]] extends [object]
  ? readonly SearchSourceInput[]
  : readonly SearchSourceName[] | (string extends S[number] ? readonly SearchSourceInput[] : never);

type OptionsByType = { [Source in SearchSourceInput as Source['type']]: Source };

/** The lists, each a member of a union, that have both names and objects. */
type Mixed<S extends Sources> = S extends unknown ? ([S[number]] extends [string] | [object] ? never : S) : never;

/** The sources themselves. If something is misspelt in them, the compiler compares them with what is allowed instead. */
type RequestedSources<S extends Sources> = [Misspelt<S[number], SearchSourceName, OptionsByType>] extends [never]
  ? [Mixed<S>] extends [never]
    ? S | Suggested<SearchSourceName> | Suggested<SearchSourceInput> | undefined
    : AllowedSources<S> | undefined
  : AllowedSources<S> | undefined;

declare const onlyOneOfTheTwo: unique symbol;

/** A type without values, whose name the compiler prints when a field must not be there. */
interface NotTogetherWith<Field extends string> {
  readonly [onlyOneOfTheTwo]: Field;
}

/** Which hosts: only these, or all but these. */
type Domains =
  | {
      /** Only results from these hosts. Cannot be used with `excludeDomains`. */
      readonly includeDomains?: readonly string[] | undefined;
      readonly excludeDomains?: NotTogetherWith<'includeDomains'> | undefined;
    }
  | {
      readonly includeDomains?: NotTogetherWith<'excludeDomains'> | undefined;
      /** No results from these hosts. Cannot be used with `includeDomains`. */
      readonly excludeDomains?: readonly string[] | undefined;
    };

type Replaced = 'query' | 'sources' | 'tbs' | 'scrapeOptions' | 'includeDomains' | 'excludeDomains';

/** What a search sends besides the query. */
export type SearchInput<S extends Sources = Sources, F extends Formats = Formats> = Omit<SearchRequest, Replaced> &
  Domains & {
    /** The kinds of results. The result has one list for each. Default: the web. */
    readonly sources?: RequestedSources<S>;
    /** Time filter, such as `qdr:w` for the past week; `tbs()` builds and checks others. */
    readonly tbs?: TimeFilter | undefined;
    /** How each result is read. Nothing is read unless `formats` is given. */
    readonly scrapeOptions?: ScrapeOptionsInput<F> | undefined;
  };
