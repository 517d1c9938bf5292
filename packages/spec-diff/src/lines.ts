import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Path } from './json.js';

/** A key and what stands below it: from its own line to the one before `end`. */
interface Region {
  start: number;
  end: number;
  indent: number;
}

/** How many lines of a place are shown, and how much of each. */
const EXCERPT = 12;
const WIDTH = 160;

const KEY = /^(\s*)(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'{[\-?][^#]*?|-[^\s][^#]*?))\s*:(?:\s|$)/;

const ALIAS = /(^|[:\-,[{])\s*\*[^\s*,\]}]+\s*([,\]}#]|$)/;

/**
 * Finds the lines of a YAML or JSON text. Where its keys stand below each other, it goes by their indentation; only the
 * rest, such as lists and what is written in one line, is parsed.
 */
export class Lines {
  readonly #lines: readonly string[];
  readonly #below = new Map<number, Map<string, Region>>();
  readonly #parsed = new Map<number, { document: Document; counter: LineCounter }>();

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  /** The line of a place, counted from 1; of a place that is not there, the line of what would hold it. */
  of(path: Path): number {
    const whole: Region = { start: -1, end: this.#lines.length, indent: -1 };
    let region = whole;
    for (const [depth, key] of path.entries()) {
      const keys = this.#keysBelow(region);
      const inner = keys.get(key);
      // What an alias stands for is written elsewhere.
      if (keys.size === 0 && this.#hasAlias(region)) return this.#parsedLine(whole, path);
      if (!inner) return this.#parsedLine(region, path.slice(Math.max(0, depth - 1)));
      region = inner;
    }
    return Math.max(region.start, 0) + 1;
  }

  /** What stands at a place, from its line on, and no longer than can be seen at a glance. */
  excerpt(path: Path): string {
    const start = this.of(path) - 1;
    const indent = indentOf(this.#lines[start] ?? '');
    const isInside = (line: string) => line.trim() === '' || indentOf(line) > indent;
    const next = this.#lines.findIndex((line, index) => index > start && !isInside(line));
    // A bracket that closes what was opened belongs to it.
    const isClosed = /^\s*[}\]]/.test(this.#lines[next] ?? '') && next > start + 1;
    const end = next < 0 ? this.#lines.length : isClosed ? next + 1 : next;
    const lines = this.#lines.slice(start, end).map((line) => line.slice(indent));
    const text = lines.slice(0, EXCERPT).map((line) => line.slice(0, WIDTH));
    return [...text, ...(lines.length > EXCERPT ? ['…'] : [])].join('\n').trimEnd();
  }

  #hasAlias({ start, end }: Region): boolean {
    return this.#lines.slice(Math.max(start, 0), end).some((line) => ALIAS.test(line));
  }

  #keysBelow(region: Region): Map<string, Region> {
    const known = this.#below.get(region.start);
    if (known) return known;
    const keys = new Map<string, Region>();
    this.#below.set(region.start, keys);
    let last: Region | undefined;
    let indent: number | undefined;
    for (let index = region.start + 1; index < region.end; index++) {
      const line = this.#lines[index] ?? '';
      const at = line.search(/[^\s]/);
      // Closing brackets belong to what they close.
      if (at < 0 || /^\s*(#|[}\]])/.test(line) || line.trim() === '{') continue;
      const [found, , ...names] = KEY.exec(line) ?? [];
      // The first line tells how far those below are indented; if it is no key, they are a list, or written in one line.
      indent ??= at;
      if (at !== indent || at <= region.indent) continue;
      // A list may stand as far to the left as its key.
      if (last && /^\s*-(\s|$)/.test(line)) continue;
      if (last) last.end = index;
      last = undefined;
      if (found === undefined) continue;
      last = { start: index, end: region.end, indent: at };
      keys.set(unquoted(names), last);
    }
    return keys;
  }

  /** `path` begins with the key of the region, if it is not the whole text. */
  #parsedLine(region: Region, path: Path): number {
    const start = Math.max(region.start, 0);
    const known = this.#parsed.get(region.start);
    const { document, counter } = known ?? this.#parse(region);
    this.#parsed.set(region.start, { document, counter });
    return start + counter.linePos(offsetOf(document, path)).line;
  }

  #parse({ start, end, indent }: Region): { document: Document; counter: LineCounter } {
    const lines = this.#lines.slice(Math.max(start, 0), end).map((line) => line.slice(Math.max(indent, 0)));
    const text = lines.join('\n').trimEnd();
    const counter = new LineCounter();
    // Between two values of JSON there is a comma.
    const own = start >= 0 ? text.replace(/,$/, '') : text;
    return { document: parseDocument(own, { lineCounter: counter, prettyErrors: false }), counter };
  }
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
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
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
