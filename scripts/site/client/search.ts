import { INDEX_FILE, type SearchEntry } from '@trawl/base/docs-index';
import { createDocsSearch, type DocsSearch } from '@trawl/base/docs-search';
import { made } from './elements.js';
import { loadProgram } from './load-program.js';
import { messageOf } from './message-of.js';
import { passage } from './passage.js';
import type { Places, SearchDialog } from './places.js';

const MAX_RESULTS = 40;

declare global {
  /** Set by `search-index.js`. */
  var searchEntries: readonly SearchEntry[] | undefined;
}

/** Opens the dialog of the search, which is made when it is opened first. */
globalThis.createSearch = (places: Places): SearchDialog => {
  const dialog = made('dialog');
  dialog.id = 'site-search';
  dialog.ariaLabel = 'Search';
  // Not modal: to make the rest of a long page inert, the browser would style all of it anew.
  dialog.popover = 'auto';
  const input = made('input');
  input.id = 'search-input';
  input.type = 'search';
  input.placeholder = 'A call, a field, an error, a question';
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.role = 'combobox';
  input.ariaLabel = 'Search the reference and the guides';
  input.setAttribute('aria-controls', 'search-results');
  const close = made('button', 'Close');
  close.type = 'button';
  const head = made('div');
  head.append(input, close);
  const status = made('p');
  status.id = 'search-status';
  status.role = 'status';
  const list = made('div');
  list.id = 'search-results';
  list.role = 'listbox';
  list.ariaLabel = 'Results';
  dialog.append(head, status, list);
  document.body.append(dialog);
  let engine: DocsSearch | undefined;
  let hasStarted = false;
  let selectedIndex = 0;

  const show = () => {
    const query = input.value.trim();
    const findings = query ? engine?.(query) : undefined;
    const entries = findings?.entries ?? [];
    list.replaceChildren(
      ...entries.slice(0, MAX_RESULTS).map((entry, index) => resultOf(entry, { index, query, places })),
    );
    status.replaceChildren(...statusOf(query, findings?.areWhole ?? true, entries.length));
    select(0);
  };

  const statusOf = (query: string, areWhole: boolean, count: number): (Node | string)[] => {
    if (!engine) return ['The search starts …'];
    if (!query) return ['Search calls, fields, errors, limits and guides.'];
    if (count === 0) return [`Nothing has “${query}”. Look in `, ...placesToLook(places)];
    const limitNote = count > MAX_RESULTS ? `, of which ${MAX_RESULTS} are shown` : '';
    return [
      areWhole
        ? `${count} found${limitNote}`
        : `Nothing has all of these words. ${count} have some of them${limitNote}`,
    ];
  };

  const select = (index: number) => {
    const options = [...list.children];
    selectedIndex = Math.max(0, Math.min(index, options.length - 1));
    for (const [position, each] of options.entries()) each.ariaSelected = String(position === selectedIndex);
    options[selectedIndex]?.scrollIntoView({ block: 'nearest' });
    input.ariaExpanded = String(options.length > 0);
    input.setAttribute('aria-activedescendant', options[selectedIndex]?.id ?? '');
  };

  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      select(selectedIndex + step);
    }
    // A search field only empties itself at first.
    if (event.key === 'Escape') dialog.hidePopover();
    if (event.key === 'Enter') {
      // The dialog gives the focus back to its button, which would open it again.
      event.preventDefault();
      list.querySelectorAll('a')[selectedIndex]?.click();
    }
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === close || (target instanceof Element && target.closest('a'))) dialog.hidePopover();
  });

  const start = async () => {
    hasStarted = true;
    try {
      engine = await createDocsSearch(await loadEntries(places));
      show();
    } catch (error) {
      hasStarted = false;
      status.replaceChildren(messageOf(error));
    }
  };

  return {
    open() {
      if (dialog.matches(':popover-open')) return;
      // Before the dialog, which takes some time to open on a long page.
      if (!hasStarted) void start();
      dialog.showPopover();
      input.focus();
      input.select();
      show();
    },
  };
};

/** @throws when the index is not there. */
async function loadEntries({ index }: Places): Promise<readonly SearchEntry[]> {
  await loadProgram(`${index ?? ''}${INDEX_FILE}`);
  return globalThis.searchEntries ?? [];
}

function placesToLook({ reference, guides }: Places): (Node | string)[] {
  const link = (text: string, href: string) => {
    const element = document.createElement('a');
    element.href = href;
    element.textContent = text;
    return element;
  };
  return [
    link('the list of guides', `${guides}index.html`),
    ', ',
    link('errors by message', `${guides}error-messages.html`),
    ...(reference === undefined ? [] : [' or ', link('the list of calls', reference)]),
    '.',
  ];
}

interface ResultView {
  readonly index: number;
  readonly query: string;
  readonly places: Places;
}

function resultOf(
  { kind, name, place, text, site, href }: SearchEntry,
  { index, query, places }: ResultView,
): HTMLElement {
  const link = made('a');
  link.href = `${site === 'reference' ? places.index : places.guides}${href}`;
  link.tabIndex = -1;
  link.role = 'option';
  link.id = `search-result-${index}`;
  const parts = { kind, name, place, text: passage(text, query) };
  for (const [part, words] of Object.entries(parts)) link.append(made('span', words, part), ' ');
  return link;
}
