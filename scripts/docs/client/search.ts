import { type SearchEntry, unpacked } from '../search-entry.js';
import { passage } from './passage.js';
import { rank } from './rank.js';

const MAX_RESULTS = 40;
const KINDS = { call: 'Call', field: 'Field', section: 'Section', guide: 'Guide' };

export interface Search {
  isOpen(): boolean;
  onceClosed(act: () => void): void;
}

/** The search of the page: a dialog that opens with the button, with Ctrl+K or with a slash. */
export function installSearch(): Search {
  const dialog = element<HTMLDialogElement>('search');
  const input = element<HTMLInputElement>('search-input');
  const list = element<HTMLElement>('search-results');
  const status = element<HTMLElement>('search-status');
  let entries: SearchEntry[] | undefined;
  let selected = 0;

  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    show();
  };

  const show = () => {
    entries ??= unpacked(JSON.parse(element('search-index').textContent));
    const words = input.value.trim();
    const found = words ? rank(entries, words) : [];
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map((entry, index) => option(entry, index, words)));
    const more = found.length > MAX_RESULTS ? `, of which ${MAX_RESULTS} are shown` : '';
    status.textContent = words ? `${found.length} search results${more}` : 'Search calls, fields, sections and guides.';
    select(0);
  };

  const option = ([kind, name, place, text, href]: SearchEntry, index: number, query: string): HTMLElement => {
    const link = document.createElement('a');
    link.href = href;
    link.tabIndex = -1;
    link.role = 'option';
    link.id = `search-result-${index}`;
    const parts = [
      ['kind', KINDS[kind]],
      ['name', name],
      ['place', place],
      ['text', passage(text, query)],
    ] as const;
    link.append(...parts.flatMap(([part, words]) => [tag('span', words, part), ' ']));
    return link;
  };

  const select = (index: number) => {
    const options = [...list.children];
    selected = Math.max(0, Math.min(index, options.length - 1));
    for (const [position, each] of options.entries()) each.ariaSelected = String(position === selected);
    options[selected]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-expanded', String(options.length > 0));
    input.setAttribute('aria-activedescendant', options[selected]?.id ?? '');
  };

  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      select(selected + step);
    }
    // A search field only empties itself at first.
    if (event.key === 'Escape') dialog.close();
    if (event.key === 'Enter') {
      // The dialog gives the focus back to its button, which would open it again.
      event.preventDefault();
      list.querySelectorAll('a')[selected]?.click();
    }
  });
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) dialog.close();
  });
  element('search-open').addEventListener('click', open);
  element('search-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  // Before Redoc, whose own search knows nothing of the guides.
  addEventListener(
    'keydown',
    (event) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      open();
    },
    { capture: true },
  );
  return { isOpen: () => dialog.open, onceClosed: (act) => dialog.addEventListener('close', act, { once: true }) };
}

function isShortcut({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return true;
  return key === '/' && !(target instanceof Element && target.closest('input, textarea, select'));
}

function tag(name: string, text: string, className: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function element<Kind extends HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element '${id}'.`);
  return found as Kind;
}
