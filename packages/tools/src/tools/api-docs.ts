import { entriesOfProgram, INDEX_FILE, type SearchEntry } from '@trawl/base/docs-index';
import { createDocsSearch } from '@trawl/base/docs-search';
import { text, wholeNumber } from '../input-fields.js';
import { fittingItems } from '../pages/fitting-items.js';
import { pageView } from '../pages/page-view.js';
import { own } from '../pages/result-text.js';
import { defineTool } from '../tool.js';
import { ToolError } from '../tool-error.js';

/** The longest file that is read: the index of the search is the largest. */
const MAX_CHARACTERS = 5_000_000;

export const searchApiDocs = defineTool({
  name: 'search_api_docs',
  title: 'Search the documentation of the API',
  description:
    'Searches the reference and the guides of this API, for programs that call it: operations, fields, errors, limits. ' +
    'Read a result with {read_api_docs}.',
  input: {
    query: text('A few words, a field, an error code or an operation id.'),
    limit: wholeNumber(1, 20, 'How many results.').default(5),
  },
  isReadOnly: true,
  isOpenWorld: false,
  isDefault: true,
  leadsTo: ['read_api_docs'],

  async run({ query, limit }, { policy, time }) {
    const { folder, root } = placesOf(policy.referenceUrl);
    const search = await createDocsSearch(await entriesAt(new URL(INDEX_FILE, root + folder), time.signal));
    const found = search(query).entries.slice(0, limit);
    if (found.length === 0) return own`Nothing was found. Try fewer or other words.`;
    const items = found.map(({ kind, name, place, text: words, site, href }, index) => {
      const path = `${site === 'guides' ? GUIDES : folder}${href.replace(/\.html(?=#|$)/, '.md')}`;
      return [`${index + 1}. ${kind}: ${name}`, place, path, words].filter(Boolean).join('\n   ');
    });
    return policy.budget.fill((room) => fittingItems(items, room).text);
  },
});

export const readApiDocs = defineTool({
  name: 'read_api_docs',
  title: 'Read a page of the documentation of the API',
  description:
    'Reads a page that {search_api_docs} has found, as Markdown. A long page comes in parts: go on with {read_more}.',
  input: { page: text('Its path in a result, such as docs/jobs.md.') },
  isReadOnly: true,
  isOpenWorld: false,
  isDefault: true,
  leadsTo: ['read_more'],

  async run({ page: path }, { policy, pages, time }) {
    const { root } = placesOf(policy.referenceUrl);
    const url = URL.canParse(path, root) ? new URL(path, root) : undefined;
    if (!url?.href.startsWith(root) || !url.pathname.endsWith('.md'))
      throw new ToolError(own`page must be the path of a result, such as docs/jobs.md.`);
    url.hash = '';
    const page = await pages.add({ url: url.href, markdown: await fileAt(url, time.signal) });
    return policy.budget.fill((room) => pageView(page, room));
  },
});

const GUIDES = 'docs/';

/** The folder that the reference and the guides are in, and that of the reference within it. */
function placesOf(referenceUrl = ''): { root: string; folder: string } {
  const url = new URL(referenceUrl.replace(/\/?$/, '/'));
  const root = new URL('../', url).href;
  return { root, folder: url.href.slice(root.length) };
}

/** @throws ToolError when the file is not there. */
async function fileAt(url: URL, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, redirect: 'error' }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return undefined;
  });
  if (!response?.ok)
    throw new ToolError(
      own`The documentation has no such page, or cannot be reached: search again, or ask the user where it is.`,
    );
  const content = await response.text();
  if (content.length > MAX_CHARACTERS) throw new ToolError(own`This page is too long to be read.`);
  return content;
}

/** @throws ToolError when the index is not there, or is none. */
async function entriesAt(url: URL, signal: AbortSignal): Promise<SearchEntry[]> {
  const program = await fileAt(url, signal);
  try {
    return entriesOfProgram(program);
  } catch {
    throw new ToolError(own`The documentation has no index of its search: ask the user where the reference is.`);
  }
}
