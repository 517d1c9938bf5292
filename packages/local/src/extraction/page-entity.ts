import type { Entity } from './entity.js';
import type { PageFacts } from './page-facts.js';

/** Turns the meta tags of a page into an entity like those of its structured data. */
export function pageEntity({ url, metadata }: PageFacts): Entity {
  const named: [string, unknown][] = Object.entries(metadata).map(([name, value]) => [
    name.replace(/^(?:og|twitter|article|product|dc|dcterms):/i, ''),
    value,
  ]);
  // The page's own title and URL take precedence over those for social networks.
  return Object.fromEntries([
    ...named.reverse(),
    ['url', metadata.canonical ?? url],
    ...(metadata.title === undefined ? [] : [['title', metadata.title]]),
    ['@type', ['WebPage']],
  ]) as Entity;
}
