import { selectAll } from 'css-select';
import { uniqueSort } from 'domutils';
import type { Content } from '../html/content.js';
import { bodyOf, type ChildNode, type Document, type Element } from '../html/html.js';
import type { ConversionOptions } from '../page/options.js';
import type { ConversionWarning } from '../page/page.js';
import { advertisingIn } from './advertising.js';
import { isInAny } from './elements.js';
import type { MainContent } from './main-content.js';
import type { Removals } from './removals.js';

interface Selected {
  readonly content: Content;
  /** Where the links are taken from. */
  readonly linked: Content;
  /** What is left out of the selected elements, with the reasons. */
  readonly removals: Removals;
  /** One for each invalid selector. */
  readonly warnings: readonly ConversionWarning[];
}

/** Selects the content by `includeTags`, `onlyMainContent`, `blockAds` and `excludeTags`; `includeTags` overrides `onlyMainContent`. */
export function selectContent(document: Document, main: MainContent, options: ConversionOptions): Selected {
  const warnings: ConversionWarning[] = [];
  const select = (selectors: readonly string[] | undefined): Element[] =>
    (selectors ?? []).flatMap((selector) => {
      try {
        return selectAll<ChildNode | Document, Element>(selector, document);
      } catch {
        const message = `\`${selector}\` is not a CSS selector; it was left out.`;
        warnings.push({ code: 'invalid selector', message });
        return [];
      }
    });
  const isMain = options.onlyMainContent === true && !options.includeTags?.length;
  const { content, linked, removals }: Omit<Selected, 'warnings'> =
    options.includeTags !== undefined && options.includeTags.length > 0
      ? whole(outermost(select(options.includeTags)))
      : isMain
        ? main
        : whole([bodyOf(document)]);
  const excluded: Removals = new Map();
  const ads = options.blockAds ? advertisingIn(document, isMain ? main.isInText : undefined) : [];
  for (const node of ads) excluded.set(node, 'advertising');
  for (const element of select(options.excludeTags)) excluded.set(element, 'excluded by the options');
  const without = ({ roots, dropped }: Content): Content => ({
    roots: roots.filter((root) => !main.notes.has(root) || !isInAny(root, excluded)),
    dropped: excluded.size === 0 ? dropped : { has: (node) => dropped.has(node) || excluded.has(node) },
  });
  return {
    content: without(content),
    linked: without(linked),
    removals: new Map([...excluded, ...removals]),
    warnings,
  };
}

function whole(roots: readonly (Element | Document)[]): Omit<Selected, 'warnings'> {
  const content = { roots, dropped: new Set<ChildNode>() };
  return { content, linked: content, removals: new Map() };
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
