import { installSearch } from './search.js';

/** Just below the place where the browser puts what an address names. */
const READING_LINE_PX = 80;

const bar = document.getElementById('bar');
const { guides = '', reference, index } = bar?.dataset ?? {};
const searchButton = document.getElementById('search-open');
if (searchButton) installSearch(searchButton, { guides, reference, index });
installCopy();
installTheme();
installMenu();
installCurrentSection();
showRedocOnceStarted();

/** What a button says for a moment after it was pressed. */
const DONE_MS = 1500;

function installCopy(): void {
  addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button.copy') : null;
    const code = button?.parentElement?.querySelector('pre');
    if (!button || !code) return;
    // biome-ignore lint/performance/useDomNodeTextContent: `textContent` would also copy what the page hides.
    const isCopied = await navigator.clipboard.writeText(code.innerText).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Not allowed';
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

/** The menu of the reference shows the section that is read: the one that crosses the reading line. */
function installCurrentSection(): void {
  const menu = document.getElementById('menu');
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of menu?.querySelectorAll<HTMLAnchorElement>('a[href^="#"]') ?? []) {
    const section = document.getElementById(link.hash.slice(1));
    if (section) links.set(section, link);
  }
  if (!menu || links.size === 0) return;
  const visible = new Set<Element>();
  let current: HTMLAnchorElement | undefined;

  const reveal = () => {
    if (!current) return;
    const { top, bottom } = current.getBoundingClientRect();
    const box = menu.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) menu.scrollTop += top - box.top - box.height / 2;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      const section = [...links.keys()].find((each) => visible.has(each));
      const link = section && links.get(section);
      if (!link || link === current) return;
      current?.removeAttribute('aria-current');
      current = link;
      link.setAttribute('aria-current', 'location');
      // The groups have one name, so that the browser closes the one before.
      const group = link.closest('details');
      if (group) group.open = true;
      reveal();
    },
    { rootMargin: `-${READING_LINE_PX}px 0px -60% 0px` },
  );
  for (const section of links.keys()) observer.observe(section);
  // On a phone the menu has no place before it is opened.
  menu.addEventListener('toggle', reveal);
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
