import { installSearch } from './search.js';

const bar = document.getElementById('bar');
const { guides = '', reference, index } = bar?.dataset ?? {};
const searchButton = document.getElementById('search-open');
if (searchButton) installSearch(searchButton, { guides, reference, index });
installCopy();
installTheme();
installMenu();
showRedocOnceStarted();

/** What a button says for a moment after it was pressed. */
const DONE_MS = 1500;

function installCopy(): void {
  addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button.copy') : null;
    const code = button?.parentElement?.querySelector('pre');
    if (!button || !code) return;
    // biome-ignore lint/performance/useDomNodeTextContent: `textContent` would also copy what the page hides.
    const copied = await navigator.clipboard.writeText(code.innerText).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? 'Copied' : 'Not allowed';
    setTimeout(() => (button.textContent = 'Copy'), DONE_MS);
  });
}

function installTheme(): void {
  document.getElementById('theme')?.addEventListener('click', () => {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    dataset.theme = isDark ? 'light' : 'dark';
    localStorage.setItem('redoc.colorMode', dataset.theme);
  });
}

/** The menu shows the page that is open. In a narrow window it closes when a link of it was followed. */
function installMenu(): void {
  const menu = document.getElementById('menu');
  const current = menu?.querySelector<HTMLElement>('[aria-current]');
  // Not by `scrollIntoView`, which may also scroll the page that somebody reads already.
  if (menu && current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && menu.matches(':popover-open')) menu.hidePopover();
  });
}

/** What Redocly renders at build time is the introduction; Redoc puts there what the address asks for when it starts. */
function showRedocOnceStarted(): void {
  const redoc = document.getElementById('redoc');
  if (!redoc) return;
  const observer = new MutationObserver(() => {
    observer.disconnect();
    redoc.dataset.started = '';
  });
  observer.observe(redoc, { childList: true, subtree: true });
}
