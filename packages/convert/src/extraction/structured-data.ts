import {
  attribute,
  type Document,
  type Element,
  elementList,
  elementsOf,
  isTag,
  type ParentNode,
  plainText,
  rawText,
} from '../html/html.js';
import { resolveUrl } from '../html/urls.js';
import { type Entity, localName } from './entity.js';

/** Entities may refer to each other in cycles. No vocabulary nests this deep. */
const MAX_DEPTH = 12;

/** The entities of a page: from JSON-LD, then microdata, then RDFa. A nested entity is not listed a second time. */
export function structuredData(page: Document, baseUrl: string): Entity[] {
  return [
    ...jsonLd(page),
    ...fromAttributes(page, baseUrl, { scope: 'itemscope', type: 'itemtype', property: 'itemprop' }),
    ...fromAttributes(page, baseUrl, { scope: 'typeof', type: 'typeof', property: 'property' }),
  ];
}

function jsonLd(page: Document): Entity[] {
  const nodes: Record<string, unknown>[] = [];
  for (const element of elementsOf(page)) {
    if (element.name !== 'script' || !/^application\/(?:\w+\+)?ld\+json/i.test(element.attribs.type ?? '')) continue;
    collectNodes(parse(rawText(element)), nodes, 0);
  }
  const byId = new Map<unknown, Record<string, unknown>>();
  for (const node of nodes) if (node['@id'] !== undefined && Object.keys(node).length > 1) byId.set(node['@id'], node);
  return nodes.map((node) => entity(node, byId, 0));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*(?:\/\/\s*)?(?:<!--|<!\[CDATA\[)|(?:\/\/\s*)?(?:-->|\]\]>)\s*$/g, ''));
  } catch {
    // Other blocks of the page may still be well-formed.
    return undefined;
  }
}

function collectNodes(value: unknown, nodes: Record<string, unknown>[], depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const one of value) collectNodes(one, nodes, depth + 1);
  else if (isObject(value)) {
    if ('@graph' in value) collectNodes(value['@graph'], nodes, depth + 1);
    else nodes.push(value);
  }
}

function entity(
  node: Record<string, unknown>,
  byId: ReadonlyMap<unknown, Record<string, unknown>>,
  depth: number,
): Entity {
  const value = (one: unknown): unknown => {
    if (Array.isArray(one)) return depth < MAX_DEPTH ? one.map(value) : [];
    if (!isObject(one)) return one;
    if (depth >= MAX_DEPTH) return undefined;
    const isReference = '@id' in one && Object.keys(one).length === 1;
    return entity((isReference ? byId.get(one['@id']) : undefined) ?? one, byId, depth + 1);
  };
  const properties = Object.entries(node).filter(([name]) => name !== '@type' && name !== '@context');
  return Object.fromEntries([
    ...properties.map(([name, one]) => [localName(name), value(one)]),
    ['@type', typesOf(node['@type'])],
  ]) as Entity;
}

/** Whether a value is a JSON object, and not a list or null. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typesOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((type): type is string => typeof type === 'string').map(localName);
}

/** Microdata and RDFa have the same structure and differ in the names of these attributes. */
interface Markup {
  readonly scope: string;
  readonly type: string;
  readonly property: string;
}

type Properties = Map<string, unknown[]>;

function fromAttributes(page: Document, baseUrl: string, markup: Markup): Entity[] {
  const entities: Entity[] = [];
  if (!elementList(page).some(({ attribs }) => attribs[markup.scope] !== undefined)) return entities;
  const walk = (parent: ParentNode, owner: Properties | undefined): void => {
    for (const child of parent.children) if (isTag(child)) visit(child, owner);
  };
  const visit = (element: Element, owner: Properties | undefined): void => {
    const written = attribute(element, markup.property);
    const names = written === undefined ? [] : written.split(/\s+/).map(localName);
    const add = (value: unknown): void => {
      for (const name of names) {
        const values = owner?.get(name);
        if (values === undefined) owner?.set(name, [value]);
        else values.push(value);
      }
    };
    if (element.attribs[markup.scope] === undefined) {
      if (names.length > 0 && owner !== undefined) add(propertyValue(element, baseUrl));
      walk(element, owner);
      return;
    }
    const properties: Properties = new Map();
    walk(element, properties);
    const types = (attribute(element, markup.type) ?? '')
      .split(/\s+/)
      .filter((type) => type !== '')
      .map(localName);
    const entity = Object.fromEntries([
      ...[...properties].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
      ['@type', types],
    ]) as Entity;
    if (names.length > 0 && owner !== undefined) add(entity);
    else if (properties.size > 0) entities.push(entity);
  };
  walk(page, undefined);
  return entities;
}

const URL_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  video: 'src',
  source: 'src',
  iframe: 'src',
  object: 'data',
};

function propertyValue(element: Element, baseUrl: string): string {
  const content = attribute(element, 'content');
  if (content !== undefined) return content;
  const urlAttribute = URL_ATTRIBUTES[element.name];
  if (urlAttribute !== undefined && element.attribs[urlAttribute] !== undefined) {
    return resolveUrl(element.attribs[urlAttribute], baseUrl) ?? '';
  }
  if (element.name === 'time') return attribute(element, 'datetime') ?? plainText(element);
  if (element.name === 'data' || element.name === 'meter') return attribute(element, 'value') ?? plainText(element);
  return plainText(element);
}
