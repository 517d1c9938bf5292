import { asList, objectOf } from '../json.js';
import type { Place } from '../references.js';
import type { Comparison, LocalDifference } from './comparison.js';
import { type BasePath, NO_BASE_PATH } from './path-pairs.js';
import { at, entriesOf, keysOf } from './places.js';
import { canonicalUrl } from './server-url.js';

/** The servers that hold where none are said, before and after. */
export interface Inherited {
  before: Servers;
  after: Servers;
}

/** Servers, each known by its URL in one spelling. */
type Servers = ReadonlyMap<string, Place>;

/** Where the contract is found is a server, too; who names others need not mean that it is none any more. */
const UNNAMED: Servers = new Map([[canonicalUrl('/'), { value: { url: '/' }, path: ['servers'] }]]);

const NONE_SAID: Inherited = { before: UNNAMED, after: UNNAMED };

/** Compares the servers of two contracts; answers with those that hold for their paths. */
export function compareServers(before: Place, after: Place, comparison: Comparison, base: BasePath): Inherited {
  if (base === NO_BASE_PATH) return compareServersBelow(before, after, comparison);
  const [own = UNNAMED, others = UNNAMED] = [serversOf(before, base.before), serversOf(after, base.after)];
  for (const [url, server] of own) compareBesideUrl(server, others.get(url) ?? server, comparison);
  comparison.differences.push(basePathDifference(at(before, 'servers'), at(after, 'servers'), base));
  return { before: own, after: others };
}

/** What is said wherever a part of all addresses was moved. */
export function basePathDifference(before: Place, after: Place, base: BasePath): LocalDifference {
  const sides = { before: { ...before, value: base.before }, after: { ...after, value: base.after } };
  return { kind: 'modified', part: 'Server', keyword: 'url', parentKeyword: 'servers', ...sides };
}

/** The same for paths or operations, where one says its servers. */
export function compareServersBelow(
  before: Place,
  after: Place,
  comparison: Comparison,
  inherited: Inherited = NONE_SAID,
): Inherited {
  const said = { before: serversOf(before), after: serversOf(after) };
  const holding = { before: said.before ?? inherited.before, after: said.after ?? inherited.after };
  if (said.before || said.after) compareUrls(holding.before, holding.after, comparison);
  return holding;
}

function compareUrls(own: Servers, others: Servers, comparison: Comparison): void {
  const part = { part: 'Server', parentKeyword: 'servers' } as const;
  for (const [url, server] of own) {
    const other = others.get(url);
    if (!other && own !== UNNAMED) comparison.differences.push({ kind: 'removed', ...part, before: server });
    else if (other) compareBesideUrl(server, other, comparison);
  }
  for (const [url, server] of others) {
    if (!own.has(url) && others !== UNNAMED) comparison.differences.push({ kind: 'added', ...part, after: server });
  }
}

function compareBesideUrl(server: Place, other: Place, comparison: Comparison): void {
  comparison.compareKeys('Server', server, other, ['url', 'variables']);
  compareVariables(at(server, 'variables'), at(other, 'variables'), comparison);
}

function compareVariables(before: Place, after: Place, comparison: Comparison): void {
  const [own, others] = [objectOf(before.value), objectOf(after.value)];
  for (const name of keysOf(own, others)) {
    // A variable has no meaning apart from the URL that names it, so one that is missing on one side is left out.
    if (name in own && name in others) comparison.compareKeys('ServerVariable', at(before, name), at(after, name));
  }
}

/** The servers that a place names itself, known by their URLs without this end; undefined if it names none. */
function serversOf(place: Place, end = ''): Servers | undefined {
  const servers = entriesOf(place, 'servers', asList(objectOf(place.value).servers));
  if (servers.length === 0) return undefined;
  const urlOf = (server: Place) => canonicalUrl(String(objectOf(server.value).url));
  return new Map(
    servers.reverse().map((server) => [urlOf(server).slice(0, urlOf(server).length - end.length), server]),
  );
}
