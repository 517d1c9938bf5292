import { parseUrl } from '@trawl/base/can-parse-url';
import { FetchFailure, type FetchResult } from './fetch-types.js';

/** The text of a style sheet with those that it imports, by the URL that a page links it by. */
export interface StyleSheet {
  readonly url: string;
  readonly css: string;
}

export interface LoadStyleSheetsOptions {
  /** Fetches a style sheet of at most so many bytes; throws a `FetchFailure`. */
  readonly load: (url: string, maxBytes: number) => Promise<FetchResult>;
  readonly now?: () => number;
}

/** Style sheets of one page, with those that they import. */
const MAX_SHEETS = 24;

/** Bytes of all of them. Styles of a whole site have seldom more than one megabyte. */
const MAX_BYTES = 3 * 1024 * 1024;

/** How long no further one is asked for. */
const MAX_MS = 10_000;

/** Levels of style sheets that import others. */
const MAX_DEPTH = 3;

/** Bytes of a page in which links are looked for. */
const MAX_PAGE_CHARACTERS = 4_000_000;

/**
 * Loads the style sheets that a page of HTML links, up to a bound of their number, bytes and time. One that cannot be loaded is
 * left out; the others stay in the order of the page.
 */
export async function loadStyleSheets(
  html: string,
  pageUrl: string,
  { load, now = () => performance.now() }: LoadStyleSheetsOptions,
): Promise<StyleSheet[]> {
  const endsAt = now() + MAX_MS;
  const seen = new Set<string>();
  let bytes = 0;

  async function read(url: string, depth: number): Promise<string | undefined> {
    if (seen.has(url) || seen.size >= MAX_SHEETS || bytes >= MAX_BYTES || now() >= endsAt) return undefined;
    seen.add(url);
    const sheet = await load(url, MAX_BYTES - bytes).catch(ignoreFailure);
    const type = sheet?.headers.get('content-type') ?? 'text/css';
    // A page in place of a style sheet says that there is none.
    if (sheet?.status !== 200 || /html/i.test(type)) return undefined;
    bytes += sheet.body.length;
    const css = new TextDecoder().decode(sheet.body);
    if (depth >= MAX_DEPTH) return css;
    let imported = '';
    for (const target of importsOf(css, sheet.url)) imported += `${(await read(target, depth + 1)) ?? ''}\n`;
    return imported + css;
  }

  const sheets: StyleSheet[] = [];
  for (const url of await linkedStyles(html, pageUrl)) {
    const css = await read(url, 0);
    if (css !== undefined) sheets.push({ url, css });
  }
  return sheets;
}

function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof FetchFailure) || error.reason === 'aborted') throw error;
}

/** The URLs of the style sheets that a page links, in its order. */
async function linkedStyles(html: string, pageUrl: string): Promise<string[]> {
  if (!/stylesheet/i.test(html)) return [];
  const { Parser } = await import('htmlparser2');
  const links: string[] = [];
  let base: string | undefined;
  const parser = new Parser({
    onopentag(name, { href, rel = '' }) {
      if (name === 'base') base ??= href;
      const isStyle = name === 'link' && /\bstylesheet\b/i.test(rel) && !/\balternate\b/i.test(rel);
      if (isStyle && href !== undefined) links.push(href);
    },
  });
  parser.end(html.slice(0, MAX_PAGE_CHARACTERS));
  const from = parseUrl(base ?? '', pageUrl)?.href ?? pageUrl;
  return [...new Set(links.flatMap((link) => webUrl(link, from) ?? []))];
}

const COMMENTS = /\/\*[\s\S]*?(?:\*\/|$)/g;

const IMPORT = /@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"');]+))\s*\)?([^;{]*);/gi;

/** What a style sheet imports for every screen. Imports stand before all rules. */
function importsOf(css: string, url: string): string[] {
  const [head = ''] = css.replace(COMMENTS, '').split('{', 1);
  return [...head.matchAll(IMPORT)].flatMap(([, double, single, plain, condition = '']) => {
    const media = condition.replace(/\blayer\b(?:\([^)]*\))?/i, '').trim();
    if (media !== '' && !/^(?:all|screen)$/i.test(media)) return [];
    return webUrl(double ?? single ?? plain ?? '', url) ?? [];
  });
}

function webUrl(link: string, base: string): string | undefined {
  const url = parseUrl(link.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  return url.href;
}
