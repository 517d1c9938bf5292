import { installSearch } from './search.js';
import { installTryIt, type Service } from './try-it.js';

/** How Redoc's own switch between light and dark remembers the choice. */
const COLOR_MODE = 'redoc.colorMode';

/** How long the page is left to its reader, in milliseconds, before Redoc takes the processor for a second or more. */
const QUIET_MS = 1500;

/** The address in the contract that a service replaces by its own. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:3002';

declare global {
  /** What Redoc renders: read by its program when that starts. */
  var redocDefinition: unknown;
}

const root = document.documentElement;
root.classList.add(chosenColors());

/** The service that this page comes from, or undefined for a page that was published or opened as a file. */
const service =
  root.dataset.service === undefined
    ? undefined
    : { origin: location.origin, needsKey: root.dataset.service === 'key' };

/** Whether the reader has scrolled, typed or clicked. */
let reading = false;
noticeReading();

const search = installSearch();
installTryIt(service);
installMenu();
followHash();
addEventListener('hashchange', followHash);
if (service) nameService(service);
if (new URLSearchParams(location.search).get('view') !== 'plain') whenIdle(startRedoc);
else root.classList.add('plain-view');

function chosenColors(): string {
  const stored = localStorage.getItem(COLOR_MODE);
  if (stored === 'light' || stored === 'dark') return stored;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Replaces the default address in what stands on the page by that of the service. */
function nameService(named: Service): void {
  for (const code of document.querySelectorAll('#plain :is(code, td, p)')) {
    for (const node of code.childNodes) {
      if (node instanceof Text) node.data = addressed(node.data, named);
    }
  }
}

/** What curl samples send where a key is needed: a service that asks for none is called without. */
const KEY_HEADER = ' \\\n  -H "Authorization: Bearer $TRAWL_API_KEY"';

/** How the TypeScript samples say where the service and the key come from. */
const CLIENT = 'new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY';

/** A text as this service shows it; `written` says how the text writes what is replaced. */
function addressed(text: string, { origin, needsKey }: Service, written = (part: string) => part): string {
  const named = text
    .replaceAll(DEFAULT_ADDRESS, origin)
    .replaceAll(written('"$TRAWL_BASE_URL/'), written(`"${origin}/`))
    .replaceAll(CLIENT, `new Trawl({ baseUrl: '${origin}' });${needsKey ? ' // TRAWL_API_KEY' : ''}`);
  return needsKey ? named : named.replaceAll(written(KEY_HEADER), '');
}

function definition(): unknown {
  const text = document.getElementById('definition')?.textContent ?? '{}';
  const asJson = (part: string) => JSON.stringify(part).slice(1, -1);
  return JSON.parse(service ? addressed(text, service, asJson) : text);
}

/** Redoc is megabytes of program: it starts when the page can be read, and not while a reader is searching. */
function whenIdle(start: () => void): void {
  const begin = () => (search.isOpen() ? search.onceClosed(begin) : start());
  addEventListener('load', () => setTimeout(() => requestIdleCallback(begin), QUIET_MS));
}

function startRedoc(): void {
  const program = document.getElementById('redoc-program');
  if (!program) return;
  globalThis.redocDefinition = definition();
  const place = document.getElementById('redoc');
  new MutationObserver((_, observer) => {
    if (!place?.querySelector('[data-section-id]')) return;
    observer.disconnect();
    takeOver();
  }).observe(document, { childList: true, subtree: true });
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = program.textContent;
  document.body.append(script);
}

/** Shows what Redoc has rendered; a reader who has begun to read keeps the place until the next link. */
function takeOver(): void {
  // Schemas that several calls share are sections of the plain page alone.
  const show = () => root.classList.toggle('redoc-view', !location.hash.startsWith('#/schema/'));
  // First, so that the plain page scrolls when it is shown.
  addEventListener('hashchange', show, { capture: true });
  if (!reading) show();
}

function noticeReading(): void {
  for (const sign of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(sign, () => (reading = true), { passive: true });
  }
  // A reader who follows a link begins anew.
  addEventListener('hashchange', () => (reading = false), { capture: true });
}

/** Scrolls the plain page to a field, whose address has a second part that the browser does not know. */
function followHash(): void {
  const [, section = '', field] = location.hash.split('#');
  if (field === undefined || root.classList.contains('redoc-view')) return;
  const article = document.getElementById(section);
  const name = decodeURIComponent(field).split(/[=/]/).at(-1);
  const names = [...(article?.querySelectorAll('td:first-child code') ?? [])];
  (names.find((code) => code.textContent.toLowerCase() === name) ?? article)?.scrollIntoView();
}

function installMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('#bar details');
  addEventListener('click', ({ target }) => {
    if (menu?.open && target instanceof Node && !menu.contains(target)) menu.open = false;
  });
}
