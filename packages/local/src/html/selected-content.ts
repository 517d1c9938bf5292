import type { ScrapeOptions } from '@trawl/client';
import { selectAll } from 'css-select';
import { uniqueSort } from 'domutils';
import { advertisingIn } from './advertising.js';
import type { Content } from './content.js';
import { type ChildNode, type Document, type Element, findElement } from './html.js';

interface Selected {
  readonly content: Content;
  /** One sentence for each invalid selector. */
  readonly warnings: readonly string[];
}

/** Selects the content by `includeTags`, `onlyMainContent`, `blockAds` and `excludeTags`; `includeTags` overrides `onlyMainContent`. */
export function selectContent(document: Document, main: Content, options: ScrapeOptions): Selected {
  const warnings: string[] = [];
  const select = (field: string, selectors: readonly string[] | undefined): Element[] =>
    (selectors ?? []).flatMap((selector) => {
      try {
        return selectAll<ChildNode | Document, Element>(selector, document);
      } catch {
        warnings.push(`\`${field}\` holds \`${selector}\`, which is not a CSS selector; it was left out.`);
        return [];
      }
    });
  const content: Content =
    options.includeTags !== undefined && options.includeTags.length > 0
      ? { roots: outermost(select('includeTags', options.includeTags)), dropped: new Set() }
      : options.onlyMainContent
        ? main
        : wholePage(document);
  const ads = options.blockAds ? advertisingIn(document) : [];
  const dropped = new Set<ChildNode>([...content.dropped, ...ads, ...select('excludeTags', options.excludeTags)]);
  return { content: { roots: content.roots, dropped }, warnings };
}

function wholePage(document: Document): Content {
  return { roots: [findElement(document, ({ name }) => name === 'body') ?? document], dropped: new Set() };
}

/** Sorts the elements in the order of the page and removes those inside others. */
function outermost(elements: readonly Element[]): Element[] {
  const all = new Set<unknown>(elements);
  return uniqueSort([...new Set(elements)].filter((element) => !hasAncestor(element, all)));
}

function hasAncestor(element: Element, among: ReadonlySet<unknown>): boolean {
  for (let parent = element.parent; parent !== null; parent = parent.parent) if (among.has(parent)) return true;
  return false;
}
