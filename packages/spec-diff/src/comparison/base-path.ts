import { asList, type JsonObject, objectOf, valueAt } from '../json.js';
import { operationsOf } from '../shape.js';
import { type BasePath, NO_BASE_PATH, pathPairs } from './path-pairs.js';
import { canonicalUrl } from './server-url.js';

/**
 * The part of all addresses that was moved from the servers into the paths, or from the paths into the servers: the
 * addresses that callers use are the same.
 */
export function movedBasePath(before: JsonObject, after: JsonObject): BasePath {
  if (hasServersBelow(before) || hasServersBelow(after)) return NO_BASE_PATH;
  const [own, others] = [urlsOf(before), urlsOf(after)];
  const moved = [
    { before: commonEnd(own, others), after: '' },
    { before: '', after: commonEnd(others, own) },
  ];
  return moved.find((base) => base.before !== base.after && keepsMore(base, before, after)) ?? NO_BASE_PATH;
}

function urlsOf(root: JsonObject): string[] {
  const servers = asList(root.servers);
  if (servers.length === 0) return [canonicalUrl('/')];
  return servers.map((server) => canonicalUrl(String(objectOf(server).url))).sort();
}

/** What all URLs have at their ends and their counterparts lack. */
function commonEnd(longer: readonly string[], shorter: readonly string[]): string {
  const [first = '', other = ''] = [longer[0], shorter[0]];
  const end = first.slice(other.length);
  const isCommon = longer.length === shorter.length && longer.every((url, index) => url === `${shorter[index]}${end}`);
  // A variable of a server is no parameter of a path.
  return isCommon && end.startsWith('/') && !end.includes('{') ? end : '';
}

function keepsMore(base: BasePath, before: JsonObject, after: JsonObject): boolean {
  return keptPaths(before, after, base) > keptPaths(before, after, NO_BASE_PATH);
}

function keptPaths(before: JsonObject, after: JsonObject, base: BasePath): number {
  const pairs = pathPairs(objectOf(before.paths), objectOf(after.paths), base);
  return pairs.filter((pair) => pair.before !== undefined && pair.after !== undefined).length;
}

/** Whether some path or operation has servers of its own, so that the path alone does not say the address. */
function hasServersBelow(root: JsonObject): boolean {
  return Object.values(objectOf(root.paths)).some((item) => {
    const operations = [...operationsOf(objectOf(item)).values()].map((path) => valueAt(item, path));
    return [item, ...operations].some((each) => asList(objectOf(each).servers).length > 0);
  });
}
