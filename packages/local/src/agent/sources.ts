import { keyOf } from './reach.js';

/** What a model says of where a value comes from. */
export interface ClaimedSource {
  /** The path of a value or of what holds it, such as `companies[0]`; empty for all of them. */
  readonly field: string;
  readonly urls: readonly string[];
}

export interface CheckedSources {
  /** The URLs of the pages that each value comes from, by its path. */
  readonly sources: Record<string, string[]>;
  /** The paths of the values that have none. */
  readonly missing: readonly string[];
}

/** Values beyond these have no sources of their own. */
const MAX_VALUES = 2_000;

const MAX_URLS_PER_VALUE = 10;

/** Keeps the sources that were really read, and says which values have none. */
export function checkedSources(
  data: unknown,
  claimedSources: readonly ClaimedSource[],
  read: readonly string[],
): CheckedSources {
  const knownUrls = new Map(read.flatMap((url) => keyOf(url).map((key) => [key, url])));
  const claims = claimedSources.map(({ field, urls }) => ({
    path: plainPath(field),
    urls: urls.flatMap(keyOf).flatMap((key) => knownUrls.get(key) ?? []),
  }));
  const sources: Record<string, string[]> = {};
  const missingPaths: string[] = [];
  for (const { path } of valuesOf(data)) {
    const coveringClaims = claims.filter((claim) => covers(claim.path, path));
    const urls = [...new Set(coveringClaims.flatMap((claim) => claim.urls))].slice(0, MAX_URLS_PER_VALUE);
    if (urls.length > 0) sources[path] = urls;
    else missingPaths.push(path);
  }
  return { sources, missing: missingPaths };
}

/** A value that holds no other, with its path. */
export interface LeafValue {
  readonly path: string;
  readonly value: unknown;
}

/** The values of JSON, without empty ones. */
export function valuesOf(data: unknown): LeafValue[] {
  const values: LeafValue[] = [];
  const visit = (value: unknown, path: string): void => {
    if (values.length >= MAX_VALUES || value === null || value === undefined || value === '') return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`);
    } else if (typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) visit(item, path === '' ? name : `${path}.${name}`);
    } else {
      values.push({ path, value });
    }
  };
  visit(data, '');
  return values;
}

/** Models write paths in many ways: `data.items[0].name`, `items.0.name`, `/items/0/name`, `$.items[*].name`. */
function plainPath(field: string): string {
  return field
    .replace(/^[$/.]+/, '')
    .replaceAll('/', '.')
    .replace(/^data(?=\.|\[|$)/, '')
    .replace(/\.(\d+|\*)(?=\.|\[|$)/g, '[$1]')
    .replace(/^\./, '')
    .replaceAll('[]', '[*]');
}

function covers(claim: string, path: string): boolean {
  if (claim === '') return true;
  const anyIndex = claim.includes('[*]') ? path.replace(/\[\d+\]/g, '[*]') : path;
  const isPrefix = anyIndex.startsWith(claim) && /^(?:$|[.[])/.test(anyIndex.slice(claim.length));
  // Without indices a path stands for all items.
  return isPrefix || (!/\[/.test(claim) && coversNames(claim, path));
}

function coversNames(claim: string, path: string): boolean {
  const names = path.replace(/\[\d+\]/g, '');
  return names.startsWith(claim) && /^(?:$|\.)/.test(names.slice(claim.length));
}
