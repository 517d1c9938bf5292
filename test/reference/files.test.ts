import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readContract } from '../contract/contract.js';
import { operationsOf } from '../contract/operations.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const operations = operationsOf(readContract());
const operationIds = new Set(operations.map(({ name }) => name));

/** The rendered files of the reference and the guides, from `dist`: `reference/search/search-the-web.html`. */
const files = new Map(
  ['reference', 'docs'].flatMap((folder) =>
    readdirSync(dist + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }): [string, string] => {
        const path = posix.join(parentPath, name);
        return [posix.relative(dist, path), readFileSync(path, 'utf8')];
      }),
  ),
);
const pages = [...files].filter(([name]) => name.endsWith('.html'));
const read = (name: string): string => {
  const text = files.get(name);
  if (text === undefined) throw new Error(`There is no ${name}.`);
  return text;
};

/** What texts that say they are everything may be larger than. */
const MAX_BYTES = 100_000;
/** A page with its styles and its program. */
const MAX_PAGE_BYTES = 40_000;

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
const ids = new Map(pages.map(([name, html]) => [name, new Set(idsIn(html))]));

/** Whether the address that a page names leads to a file and a place on it. */
function isDead(from: string, href: string): boolean {
  if (/^(https?|data|mailto):/.test(href) || href.startsWith('#try/')) return false;
  const [path = '', id] = href.replaceAll('&amp;', '&').split('#');
  // The page of calls makes the form of the operation that is named.
  if (from === 'reference/try.html' && path === '' && operationIds.has(id ?? '')) return false;
  const joined = path === '' ? from : posix.join(posix.dirname(from), path);
  // The page of the service stands outside of what is rendered.
  if (joined === './' || joined === '.' || joined === '') return false;
  const file = joined.endsWith('/') ? `${joined}index.html` : joined;
  return (
    !files.has(file) || (id !== undefined && file.endsWith('.html') && !ids.get(file)?.has(decodeURIComponent(id)))
  );
}

it('has no dead links in its pages and its Markdown, and no two places of a page with one id', () => {
  const dead = [...files]
    .filter(([name]) => /\.(html|md)$|llms\.txt$/.test(name))
    .flatMap(([name, text]) => {
      const links = name.endsWith('.html')
        ? [...text.matchAll(/ href="([^"]+)"/g)]
        : [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)];
      return links
        .map(([, href = '']) => href)
        .filter((href) => isDead(name, href))
        .map((href) => `${name} → ${href}`);
    });
  // On the Markdown of everything, places are named as on the page of everything.
  expect(dead.filter((link) => !/^reference\/reference\.md → #\//.test(link))).toEqual([]);
  expect(pages.filter(([, html]) => new Set(idsIn(html)).size !== idsIn(html).length).map(([name]) => name)).toEqual(
    [],
  );
});

function withoutCode(markdown: string): string {
  return markdown.replace(/^ *(`{3,})[^`]*\n[\s\S]*?^ *\1$/gm, '').replace(/`[^`\n]*`/g, '');
}

it('names no folder of this machine', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  expect(
    [...files].filter(([, text]) => text.includes(root) || text.includes('file:///')).map(([name]) => name),
  ).toEqual([]);
});

it('is small: a page with its code, and every text that does not say that it is everything', () => {
  const compressed = (name: string) => gzipSync(read(name)).length;
  const shared = compressed('reference/site.css') + compressed('reference/site.js');
  const large = pages
    .map(([name]) => [name, compressed(name) + shared] as const)
    .filter(([name, bytes]) => bytes > MAX_PAGE_BYTES && name !== 'reference/everything.html');
  expect(large).toEqual([]);
  const texts = [...files].filter(([name, text]) => name.endsWith('.md') && Buffer.byteLength(text) > MAX_BYTES);
  expect(texts.map(([name]) => name)).toEqual(['reference/reference.md']);
});

describe('the page of every call', () => {
  const byOperation = new Map(
    pages.flatMap(([name, html]) => {
      const id = name.startsWith('reference/') && !name.includes('everything') && /href="#try\/(\w+)"/.exec(html)?.[1];
      return id ? [[id, name] as const] : [];
    }),
  );

  it('is there, with programs in four languages and an example for each status', () => {
    expect([...byOperation.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
    for (const [name, page] of byOperation) {
      const html = read(page);
      for (const label of ['SDK', 'Client', 'curl', 'Python']) expect(html, name).toContain(`value="${label}"`);
      const answers = html.split('<div class="panel" id="status-').slice(1);
      expect(answers.length, name).toBeGreaterThan(5);
      for (const answer of answers) expect(answer, name).toMatch(/^(?:\d+|default)">[\s\S]*?<span data-field="/);
    }
  });

  it('is linked from the list for language models, as Markdown with its answers', () => {
    const list = read('reference/llms.txt');
    for (const [name, page] of byOperation) {
      const file = page.replace('reference/', '').replace(/html$/, 'md');
      expect(list, name).toContain(`](${file}): `);
      const markdown = read(`reference/${file}`);
      expect(markdown, name).toContain(`\`${name}\``);
      expect(markdown.match(/^```json$/gm)?.length, name).toBeGreaterThan(5);
    }
  });

  it('shows a description whole, with the table that it ends with', () => {
    expect(read('reference/search/search-the-web.html')).toMatch(/id="query"[\s\S]*?can be used in it:[\s\S]*?<table>/);
    expect(read('reference/search/search-the-web.md')).toMatch(
      /- `query`: [\s\S]*?can be used in it:\n\n {2}\| Operator/,
    );
  });
});

describe('the addresses of the time when the reference was one page', () => {
  const everything = read('reference/everything.html');
  const start = read('reference/index.html');

  it('are those of the page of everything', () => {
    for (const id of [
      '/search/searchweb',
      '/search/searchweb/query',
      '/schema/ScrapeOptions/maxAge',
      '/section/credits',
    ])
      expect(ids.get('reference/everything.html')).toContain(id);
  });

  it('have an entry on the start page that leads to their new place', () => {
    const articles = [...everything.matchAll(/<article id="(\/[^"]+)"/g)].map(([, id = '']) => id);
    expect(articles.length).toBeGreaterThan(300);
    const entries = new Map(
      [...start.matchAll(/<li id="([^"]+)"><a href="([^"]+)"/g)].map(([, id = '', href = '']) => [id, href]),
    );
    expect(articles.filter((id) => !entries.has(id))).toEqual([]);
  });
});
