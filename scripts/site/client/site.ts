import { made } from './elements.js';
import { installFields } from './fields.js';
import { loadProgram } from './load-program.js';
import type { Places, SearchDialog } from './places.js';

const bar = document.getElementById('site-bar');
const { assets = '', guides = '', reference, index } = bar?.dataset ?? {};
const places: Places = { assets, guides, reference, index };

installSearch();
installCopy();
installTheme();
installMenu();
installMarkdown();
installRememberedChoices();
installFields();
installTryIt();
leadOn();

/** The search of the page opens with its button, with Ctrl+K or with a slash. */
function installSearch(): void {
  let search: SearchDialog | undefined;
  const open = async () => {
    await loadProgram(`${assets}search.js`);
    search ??= globalThis.createSearch?.(places);
    search?.open();
  };
  document.getElementById('search-open')?.addEventListener('click', () => void open());
  // Handles the event before any other program of the page.
  addEventListener(
    'keydown',
    (event) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void open();
    },
    { capture: true },
  );
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key === 'k' && (ctrlKey || metaKey)) return true;
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping;
}

function installCopy(): void {
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button.copy') : null;
    const code = button?.parentElement?.querySelector('pre');
    if (!button || !code) return;
    // biome-ignore lint/performance/useDomNodeTextContent: `textContent` would also copy what the page hides.
    void copy(button, async () => code.innerText);
  });
}

/** What a button says for a moment after it was pressed. */
const DONE_MS = 1500;

async function copy(button: HTMLButtonElement, text: () => Promise<string>): Promise<void> {
  const words = button.textContent;
  const isCopied = await text()
    .then((copied) => navigator.clipboard.writeText(copied))
    .then(
      () => true,
      () => false,
    );
  button.textContent = isCopied ? 'Copied' : 'Not allowed';
  setTimeout(() => (button.textContent = words), DONE_MS);
}

/** A page can be copied as Markdown where its file can be asked for; a page that was opened as a file cannot ask. */
function installMarkdown(): void {
  const link = document.querySelector<HTMLAnchorElement>('a.markdown');
  if (!link || location.protocol === 'file:') return;
  const button = made('button', 'Copy as Markdown');
  button.type = 'button';
  button.addEventListener('click', () => {
    const read = async () => {
      const response = await fetch(link.href);
      if (!response.ok) throw new Error(`The Markdown of this page is answered with ${response.status}.`);
      return response.text();
    };
    void copy(button, read);
  });
  link.before(button, ' ');
}

function installTheme(): void {
  document.getElementById('site-theme')?.addEventListener('click', () => {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    dataset.theme = isDark ? 'light' : 'dark';
    localStorage.setItem('redoc.colorMode', dataset.theme);
  });
}

/** The menu shows the page that is open. In a narrow window it closes when a link of it was followed. */
function installMenu(): void {
  const menu = document.getElementById('site-menu');
  const current = menu?.querySelector<HTMLElement>('[aria-current]');
  // Not by `scrollIntoView`, which may also scroll the page that somebody reads already.
  const reveal = () => {
    if (!menu || !current) return;
    const isOutside = current.offsetTop + current.offsetHeight > menu.clientHeight;
    if (isOutside) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
  };
  reveal();
  // On a phone the menu has no place before it is opened.
  menu?.addEventListener('toggle', reveal);
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && menu.matches(':popover-open')) menu.hidePopover();
  });
}

/** The choice of a program holds for all pages. */
function installRememberedChoices(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const name = target.closest<HTMLElement>('[data-remembered]')?.dataset.remembered;
    if (name !== undefined) localStorage.setItem(name, target.value);
  });
}

/** The form of a call is loaded when its link is followed. Where no service serves the page, it has a page of its own. */
function installTryIt(): void {
  for (const operationId of (document.documentElement.dataset.missing ?? '').split(' ').filter(Boolean)) {
    const link = document.querySelector(`a[href="#try/${CSS.escape(operationId)}"]`);
    // A text of the same size, so that nothing moves.
    link?.replaceWith(made('span', 'This service does not offer this call.', 'not-offered'));
  }
  const load = () => {
    const [, operationId] = /^#try\/(.*)$/.exec(location.hash) ?? [];
    if (operationId === undefined) return;
    if ('service' in document.documentElement.dataset) return void loadProgram(`${assets}try-it.js`);
    location.replace(`${assets}try.html#${operationId}`);
  };
  addEventListener('hashchange', load);
  load();
}

/** Where the reference was one page, an address such as `#/search/searchweb/query` led to a part of it. */
function leadOn(): void {
  const target = anchorOf(decodeURIComponent(location.hash.slice(1)));
  if (target === undefined) return;
  for (let end = target.length; end > 0; end = target.lastIndexOf('/', end - 1)) {
    const entry = document.getElementById(target.slice(0, end));
    if (entry?.tagName === 'ARTICLE') return;
    const link = entry?.querySelector('a');
    if (!link) continue;
    const rest = target.slice(end + 1);
    const field = [link.hash.slice(1), rest].filter(Boolean).join('.');
    link.hash = field;
    location.replace(link.href);
    return;
  }
}

/** The name of a part, which links of other tools write as `operation/searchWeb` or `schema/Document`. */
function anchorOf(hash: string): string | undefined {
  if (hash.startsWith('/')) return hash;
  const [, kind, name = ''] = /^(operation|schema)\/(.+)$/.exec(hash) ?? [];
  if (kind === 'schema') return `/${hash}`;
  return kind && document.querySelector(`li[id$="/${CSS.escape(name.toLowerCase())}"]`)?.id;
}
