import { isBlock, isShown } from './content.js';
import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from './html.js';

export interface Measure {
  /** Characters that are shown, white space left out. */
  readonly text: number;
  /** Those of them that stand in links. */
  readonly linked: number;
  /** Those that stand in sentences, code and cells, and not in links. */
  readonly prose: number;
  readonly headings: number;
  /** Headings of the first level. */
  readonly titles: number;
}

export interface Measures {
  of(node: Element | Document): Measure;
  /** Of all that was measured. */
  readonly page: Measure;
}

type Mutable = { -readonly [Name in keyof Measure]: Measure[Name] };

/** Shorter lines are labels. */
const SHORTEST_PROSE = 25;

const NOTHING: Measure = { text: 0, linked: 0, prose: 0, headings: 0, titles: 0 };

/** Measures all of a page in one walk, without what has been dropped. */
export function measure(root: Element | Document, dropped: ReadonlySet<ChildNode>): Measures {
  const measures = new Map<ParentNode, Mutable>();

  const walk = (parent: Element | Document, linked: boolean): Mutable => {
    const sum: Mutable = { ...NOTHING };
    // The text that stands in this block and in no block within it.
    let own = 0;
    let ownLinked = 0;
    for (const child of parent.children) {
      if (dropped.has(child)) continue;
      if (isText(child)) {
        const length = visibleLength(child.data);
        own += length;
        if (linked) ownLinked += length;
      } else if (isTag(child) && isShown(child)) {
        const inner = walk(child, linked || child.name === 'a');
        sum.headings += inner.headings;
        sum.titles += inner.titles;
        sum.prose += inner.prose;
        if (isBlock(child)) {
          sum.text += inner.text;
          sum.linked += inner.linked;
        } else {
          own += inner.text;
          ownLinked += inner.linked;
        }
      }
    }
    sum.text += own;
    sum.linked += ownLinked;
    if (isTag(parent)) {
      if (/^h[1-6]$/.test(parent.name)) sum.headings++;
      if (parent.name === 'h1') sum.titles++;
    }
    if (!isTag(parent) || isBlock(parent)) {
      const unlinked = own - ownLinked;
      if (PROSE.has('name' in parent ? parent.name : '') || (own >= SHORTEST_PROSE && unlinked > ownLinked))
        sum.prose += unlinked;
    }
    measures.set(parent, sum);
    return sum;
  };
  const page = walk(root, false);
  return { page, of: (node) => measures.get(node) ?? NOTHING };
}

/** Blocks with more of their text in links than this lead elsewhere. */
const LINK_DENSE = 0.5;

export function leadsElsewhere(block: Element, measures: Measures): boolean {
  const { text, linked } = measures.of(block);
  return linked > LINK_DENSE * text;
}

const PROSE = new Set(['pre', 'td', 'th', 'dd', 'dt']);

function visibleLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 32) length++;
  return length;
}
