import { isBlock, isEmbed, isShown } from '../html/content.js';
import { CELLS, isHeading } from '../html/element-names.js';
import { type Document, type Element, elementList, isTag, isText, type ParentNode } from '../html/html.js';

export interface Measure {
  /** Visible characters without white space. */
  readonly text: number;
  /** Characters of `text` inside links. */
  readonly linked: number;
  /** Characters of `text` in sentences, code and cells, outside links. */
  readonly prose: number;
  readonly headings: number;
  /** The number of headings of the first level. */
  readonly titles: number;
}

export interface Measures {
  of(node: Element | Document): Measure;
  /** The measure of the root. */
  readonly page: Measure;
  /** Whether most of the text of a block is links. */
  leadsElsewhere(block: Element): boolean;
  /** The measures without some nodes. Only what stands around these is measured again. */
  without(droppedNodes: ReadonlyMap<Element, unknown>): Measures;
}

type Mutable = { -readonly [Name in keyof Measure]: Measure[Name] };

/** A block with a larger share of its text in links leads elsewhere. */
const MAX_LINK_DENSITY = 0.5;

/** Shorter lines count as labels. */
const MIN_PROSE_LENGTH = 25;

const NOTHING: Measure = { text: 0, linked: 0, prose: 0, headings: 0, titles: 0 };

/** Measures every node of a page in one walk. */
export function measure(root: Element | Document): Measures {
  return measureWithout(root, undefined);
}

/** What is known of a page when some of its nodes are left out. */
interface Change {
  readonly measures: ReadonlyMap<ParentNode, Measure>;
  /** The elements around what is left out. */
  readonly around: ReadonlySet<unknown>;
  /** The elements that are left out, with all that stand in them. */
  readonly dropped: ReadonlySet<unknown>;
}

function measureWithout(root: Element | Document, change: Change | undefined): Measures {
  const measures = new Map<ParentNode, Measure>();

  const walk = (parent: Element | Document, isInLink: boolean): Measure => {
    if (change !== undefined && !change.around.has(parent)) return change.measures.get(parent) ?? NOTHING;
    const sum: Mutable = { text: 0, linked: 0, prose: 0, headings: 0, titles: 0 };
    // The text of this block outside nested blocks.
    let own = 0;
    let ownLinked = 0;
    for (const child of parent.children) {
      if (change?.dropped.has(child)) continue;
      if (isText(child)) {
        const length = visibleLength(child.data);
        own += length;
        if (isInLink) ownLinked += length;
      } else if (isTag(child) && isShown(child) && !isEmbed(child)) {
        const inner = walk(child, isInLink || child.name === 'a');
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
      if (isHeading(parent)) sum.headings++;
      if (parent.name === 'h1') sum.titles++;
    }
    if (!isTag(parent) || isBlock(parent)) {
      const textOutsideLinks = own - ownLinked;
      if (PROSE.has('name' in parent ? parent.name : '') || (own >= MIN_PROSE_LENGTH && textOutsideLinks > ownLinked))
        sum.prose += textOutsideLinks;
    }
    measures.set(parent, sum);
    return sum;
  };
  const page = walk(root, false);
  const of = (node: Element | Document): Measure =>
    measures.get(node) ?? (change?.dropped.has(node) ? undefined : change?.measures.get(node)) ?? NOTHING;
  return {
    page,
    of,
    without(others) {
      if (others.size === 0) return this;
      const around = new Set<unknown>();
      const dropped = new Set<unknown>();
      for (const other of others.keys()) {
        for (let node = other.parent; node !== null && !around.has(node); node = node.parent) around.add(node);
        if (dropped.has(other)) continue;
        dropped.add(other);
        for (const inner of elementList(other)) dropped.add(inner);
      }
      return measureWithout(root, { measures, around, dropped });
    },
    leadsElsewhere(block) {
      const { text, linked } = of(block);
      return linked > MAX_LINK_DENSITY * text;
    },
  };
}

const PROSE = new Set([...CELLS, 'pre', 'dd', 'dt']);

const NO_BREAK_SPACE = 0xa0;
const IDEOGRAPHIC_SPACE = 0x3000;

/** From Chinese radicals to Korean syllables, one character carries as much as several Latin letters. */
const FIRST_IDEOGRAPH = 0x2e80;
const LAST_SYLLABLE = 0xd7af;

/** The length of a text without its white space. */
export function visibleLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 32 || code === NO_BREAK_SPACE || code === IDEOGRAPHIC_SPACE) continue;
    length += code >= FIRST_IDEOGRAPH && code <= LAST_SYLLABLE ? 2 : 1;
  }
  return length;
}
