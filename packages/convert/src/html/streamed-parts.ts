import {
  attribute,
  type ChildNode,
  type Document,
  type Element,
  elementList,
  hasInSource,
  rawText,
  removeElement,
  replaceElement,
} from './html.js';
import { isWithin } from './within.js';

/** An instruction of React: the content of one element belongs in the place of another. */
interface Placement {
  readonly place: string;
  readonly source: string;
  /** Whether what stands in the place until then, up to the comment that ends it, goes. */
  readonly replacesFallback: boolean;
}

/**
 * Puts what React has streamed where its script would: the content of `<div hidden id="S:0">` in the place of
 * `<template id="B:0">` and of the fallback that follows it. Boundaries may stand in the content of others.
 */
export function placeStreamedParts(page: Document): void {
  if (!hasInSource(page, 'template')) return;
  const elements = elementList(page);
  const places = new Map<string, Element>();
  const sources = new Map<string, Element>();
  for (const element of elements) {
    const id = attribute(element, 'id');
    if (id === undefined) continue;
    if (element.name === 'template' && PLACE.test(id)) places.set(id, element);
    else if (element.attribs.hidden !== undefined && SOURCE.test(id)) sources.set(id, element);
  }
  if (places.size === 0 || sources.size === 0) return;
  for (const { place, source, replacesFallback } of placementsIn(elements, places, sources)) {
    const template = places.get(place);
    const content = sources.get(source);
    if (template === undefined || content === undefined || isWithin(template, content)) continue;
    places.delete(place);
    sources.delete(source);
    if (replacesFallback) for (const node of fallbackAfter(template)) removeElement(node);
    fill(template, content);
  }
}

/** The ids of boundaries and of segments in them; an app with several roots puts a prefix before them. */
const PLACE = /\b[BP]:[\da-f]+$/;

const SOURCE = /\bS:[\da-f]+$/;

/** Calls such as `$RC("B:0","S:0")` for boundaries and `$RS("S:1","P:1")` for segments. */
const CALL = /\$R([CRS])\(\s*"([^"\\]{1,64})"\s*,\s*"([^"\\]{1,64})"/g;

/** The instructions in scripts, or those in the attributes of templates, or else one for each pair with the same number. */
function placementsIn(
  elements: readonly Element[],
  places: ReadonlyMap<string, Element>,
  sources: ReadonlyMap<string, Element>,
): Placement[] {
  const placements: Placement[] = [];
  for (const element of elements) {
    if (element.name === 'script') {
      for (const [, kind, first = '', second = ''] of rawText(element).matchAll(CALL)) {
        if (kind === 'S') placements.push({ place: second, source: first, replacesFallback: false });
        else placements.push({ place: first, source: second, replacesFallback: true });
      }
    } else if (element.name === 'template') {
      const { 'data-sid': source, 'data-bid': boundary, 'data-pid': segment } = element.attribs;
      if (source === undefined) continue;
      if (boundary !== undefined) placements.push({ place: boundary, source, replacesFallback: true });
      else if (segment !== undefined) placements.push({ place: segment, source, replacesFallback: false });
    }
  }
  if (placements.length > 0) return placements;
  return [...places.keys()].flatMap((place) => {
    const source = place.replace(/[BP](?=:[\da-f]+$)/, 'S');
    return sources.has(source) ? [{ place, source, replacesFallback: /B:[\da-f]+$/.test(place) }] : [];
  });
}

/** The nodes after a boundary up to the comment that ends it. Boundaries in it have comments of their own. */
function fallbackAfter(template: Element): ChildNode[] {
  const nodes: ChildNode[] = [];
  let depth = 0;
  for (let node = template.next; node !== null; node = node.next) {
    if (node.type === 'comment') {
      if (node.data === '/$' && depth-- === 0) return nodes;
      if (/^\$[?!~]?$/.test(node.data)) depth++;
    }
    nodes.push(node);
  }
  // Without its end, nobody knows what is fallback.
  return [];
}

/** Puts an element in the place of a template, and shows it. */
function fill(template: Element, content: Element): void {
  removeElement(content);
  delete content.attribs.hidden;
  delete content.attribs.id;
  replaceElement(template, content);
}
