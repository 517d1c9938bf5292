import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { Path } from './json.js';

/** A key or an item of a list, and what stands below it: from its own line to the one before `end`. */
interface Region {
  start: number;
  end: number;
  indent: number;
  /** How an item begins: with a dash, and its first key behind that in the same line, or as JSON. */
  item?: 'dash' | 'json';
}

/** How many lines of a place are shown, and how much of each. */
const EXCERPT = 12;
const WIDTH = 160;

const KEY = /^(\s*)(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'{[\-?][^#]*?|-[^\s][^#]*?))\s*:(?:\s|$)/;

/** The beginning of an object of JSON, and of a document. */
const MARKERS = ['{', '---'];

const DASH = /^\s*-(\s|$)/;

/** A list of JSON whose items begin in the next lines. */
const OPENED = /\[\s*$/;

const CLOSING = /^\s*[}\]]/;

/** The key of YAML 1.1 whose value is merged into the object that has it. */
const MERGE = '<<';

const ALIAS = /(^|[:\-,[{])\s*\*[^\s*,\]}]+\s*([,\]}#]|$)/;

/**
 * Finds the lines of a YAML or JSON text. Where its keys and the dashes of its lists stand below each other, it goes by
 * their indentation; only the rest, such as what is written in one line, is parsed.
 */
export class Lines {
  readonly #lines: readonly string[];
  /** How far each line is indented; -1 of a blank one. Each is looked for once, because texts are deeply nested. */
  readonly #indents: readonly number[];
  readonly #below = new Map<string, Map<string, Region>>();
  readonly #parsed = new Map<string, { document: Document; counter: LineCounter }>();

  constructor(text: string) {
    this.#lines = text.split('\n');
    this.#indents = this.#lines.map((line) => line.search(/\S/));
  }

  /** The line of a place, counted from 1; of a place that is not there, the line of what would hold it. */
  of(path: Path): number {
    const whole: Region = { start: -1, end: this.#lines.length, indent: -1 };
    let region = whole;
    for (const [depth, key] of path.entries()) {
      const parts = this.#partsOf(region);
      const inner = parts.get(key);
      // The value of an alias is written elsewhere.
      if (parts.size === 0 && this.#hasAlias(region)) return this.#parsedLine(whole, path);
      if (parts.size === 0) return this.#parsedLine(region, path.slice(Math.max(0, depth - 1)));
      // What is merged is written elsewhere.
      if (!inner && parts.has(MERGE)) return this.#parsedLine(whole, path);
      if (!inner) break;
      region = inner;
    }
    return Math.max(region.start, 0) + 1;
  }

  /** What stands at a place, from its line on, and no longer than can be seen at a glance. */
  excerpt(path: Path): string {
    const start = this.of(path) - 1;
    const indent = indentOf(this.#lines[start] ?? '');
    const isInside = (line: string) => line.trim() === '' || indentOf(line) > indent;
    let next = start + 1;
    while (next < this.#lines.length && isInside(this.#lines[next] ?? '')) next++;
    // The closing bracket belongs to the excerpt.
    const isClosed = CLOSING.test(this.#lines[next] ?? '') && next > start + 1;
    const end = isClosed ? next + 1 : next;
    const lines = this.#lines.slice(start, end).map((line) => line.slice(indent));
    const text = lines.slice(0, EXCERPT).map((line) => line.slice(0, WIDTH));
    return [...text, ...(lines.length > EXCERPT ? ['…'] : [])].join('\n').trimEnd();
  }

  #hasAlias({ start, end }: Region): boolean {
    return this.#lines.slice(Math.max(start, 0), end).some((line) => ALIAS.test(line));
  }

  /** The keys of an object by their names, and the items of a list by their numbers. */
  #partsOf(region: Region): Map<string, Region> {
    const id = idOf(region);
    const known = this.#below.get(id);
    if (known) return known;
    const items = this.#itemsBelow(region);
    const parts = items.length > 0 ? new Map(items.map((item, index) => [`${index}`, item])) : this.#keysBelow(region);
    this.#below.set(id, parts);
    return parts;
  }

  /** The items of a list of which each begins a line: as far to the left as its key, or further to the right. */
  #itemsBelow(region: Region): Region[] {
    const items: Region[] = [];
    if (region.start < 0 || region.item === 'dash') return items;
    const item = OPENED.test(this.#lines[region.start] ?? '') ? 'json' : 'dash';
    let last: Region | undefined;
    for (let index = region.start + 1; index < region.end; index++) {
      const at = this.#indents[index] ?? -1;
      if (at < 0 || (last && at > last.indent)) continue;
      const line = this.#lines[index] ?? '';
      if (line[at] === '#') continue;
      const isItem = item === 'dash' ? DASH.test(line) : !CLOSING.test(line);
      if (!last && !isItem) return items;
      if (last && (!isItem || at !== last.indent)) continue;
      if (last) last.end = index;
      last = { start: index, end: region.end, indent: at, item };
      items.push(last);
    }
    return items;
  }

  /** The keys that stand below each other; none where one of the lines is not understood. */
  #keysBelow(region: Region): Map<string, Region> {
    const keys = new Map<string, Region>();
    let last: Region | undefined;
    let indent: number | undefined;
    for (let index = region.item === 'dash' ? region.start : region.start + 1; index < region.end; index++) {
      const isItem = index === region.start;
      const at = isItem ? this.#indentBehindDash(index) : (this.#indents[index] ?? -1);
      if (at < 0 || (indent !== undefined && at !== indent)) continue;
      const text = this.#lines[index] ?? '';
      const line = isItem ? text.replace('-', ' ') : text;
      // A closing bracket is no key.
      if (line[at] === '#' || CLOSING.test(line) || MARKERS.includes(line.trim())) continue;
      // The first line tells how far the keys are indented. If it holds no key, the keys are written in one line.
      indent ??= at;
      if (at <= region.indent) continue;
      const [found, , ...names] = KEY.exec(line) ?? [];
      // A list may stand as far to the left as its key.
      if (last && DASH.test(line)) continue;
      if (found === undefined) return new Map();
      if (last) last.end = index;
      last = { start: index, end: region.end, indent: at };
      keys.set(unquoted(names), last);
    }
    return keys;
  }

  /** The first key of an item stands in the same line as its dash. */
  #indentBehindDash(index: number): number {
    return (this.#lines[index] ?? '').replace('-', ' ').search(/\S/);
  }

  /** `path` begins with the key or the number of the region, if it is not the whole text. */
  #parsedLine(region: Region, path: Path): number {
    const start = Math.max(region.start, 0);
    const only = this.#onlyLineOf(region);
    if (only !== undefined) return only + 1;
    const id = idOf(region);
    const parsed = this.#parsed.get(id) ?? this.#parse(region);
    this.#parsed.set(id, parsed);
    return start + parsed.counter.linePos(offsetOf(parsed.document, pathInside(region, path))).line;
  }

  /** The line of a region that has one only, such as JSON without line breaks: all of it stands there. */
  #onlyLineOf({ start, end }: Region): number | undefined {
    let only: number | undefined;
    for (let index = Math.max(start, 0); index < end; index++) {
      if ((this.#indents[index] ?? -1) < 0) continue;
      if (only !== undefined) return undefined;
      only = index;
    }
    return only;
  }

  #parse({ start, end, indent }: Region): { document: Document; counter: LineCounter } {
    const lines = this.#lines.slice(Math.max(start, 0), end).map((line) => line.slice(Math.max(indent, 0)));
    const text = lines.join('\n').trimEnd();
    const counter = new LineCounter();
    // JSON has a comma between two values.
    const own = start >= 0 ? text.replace(/,$/, '') : text;
    return { document: parseDocument(own, { lineCounter: counter, prettyErrors: false }), counter };
  }
}

/** What is parsed of a list is one item. */
function pathInside({ item }: Region, path: Path): Path {
  if (item === undefined) return path;
  return item === 'dash' ? ['0', ...path.slice(1)] : path.slice(1);
}

/** The first key of an item stands in the same line as the item. */
function idOf({ start, indent }: Region): string {
  return `${start}:${indent}`;
}

function indentOf(line: string): number {
  return Math.max(0, line.search(/\S/));
}

function unquoted([double, single, plain = '']: (string | undefined)[]): string {
  if (double !== undefined) {
    try {
      return JSON.parse(`"${double}"`);
    } catch {
      // YAML has escapes that JSON does not have.
      return double;
    }
  }
  return single?.replaceAll("''", "'") ?? plain;
}

/** Where the key of a place stands, or the key of the nearest place around it. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = pairOf(node, key, document);
      if (!isScalar(pair?.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else {
      const item = isSeq(node) ? node.items[Number(key)] : undefined;
      if (!isNode(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    }
  }
  return offset;
}

/** A key of an object and its value: its own, or one of those that are merged into it. */
function pairOf(map: YAMLMap, key: string, document: Document, seen = new Set<YAMLMap>()): Pair | undefined {
  const own = map.items.find((item) => isScalar(item.key) && !isMerge(item) && String(item.key.value) === key);
  if (own || seen.has(map)) return own;
  seen.add(map);
  for (const { value } of map.items.filter(isMerge)) {
    const node = isAlias(value) ? value.resolve(document) : value;
    for (const source of isSeq(node) ? node.items : [node]) {
      const merged = isAlias(source) ? source.resolve(document) : source;
      const pair = isMap(merged) ? pairOf(merged, key, document, seen) : undefined;
      if (pair) return pair;
    }
  }
  return undefined;
}

/** A quoted key is a name like any other. */
function isMerge({ key }: Pair): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === MERGE;
}
