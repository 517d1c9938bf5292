import { asList, objectOf } from '../json.js';
import type { Place } from '../references.js';
import type { Comparison } from './comparison.js';
import { at, entriesOf, keysOf } from './places.js';

/** Compares the servers of two contracts, paths or operations, each known by its URL. */
export function compareServers(before: Place, after: Place, comparison: Comparison): void {
  const [own, others] = [serversOf(before), serversOf(after)];
  const part = { part: 'Server', parentKeyword: 'servers' } as const;
  for (const [url, server] of own) {
    const other = others.get(url);
    if (!other) comparison.differences.push({ kind: 'removed', ...part, before: server });
    else {
      comparison.compareKeys('Server', server, other, ['variables']);
      compareVariables(at(server, 'variables'), at(other, 'variables'), comparison);
    }
  }
  for (const [url, server] of others) {
    if (!own.has(url)) comparison.differences.push({ kind: 'added', ...part, after: server });
  }
}

function compareVariables(before: Place, after: Place, comparison: Comparison): void {
  const [own, others] = [objectOf(before.value), objectOf(after.value)];
  for (const name of keysOf(own, others)) {
    // A variable has no meaning apart from the URL that names it, so one that is missing on one side is left out.
    if (name in own && name in others) comparison.compareKeys('ServerVariable', at(before, name), at(after, name));
  }
}

function serversOf(place: Place): Map<string, Place> {
  const servers = entriesOf(place, 'servers', asList(objectOf(place.value).servers));
  return new Map(servers.map((server) => [String(objectOf(server.value).url), server]));
}
