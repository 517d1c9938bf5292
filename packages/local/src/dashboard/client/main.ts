import { enteredKey, Refused } from './api.js';
import { type Child, h } from './dom.js';
import { parseRoute, type Route } from './route.js';
import { controls } from './sections/controls.js';
import { credits } from './sections/credits.js';
import { jobs } from './sections/jobs.js';
import { keys } from './sections/keys.js';
import { monitors } from './sections/monitors.js';
import { nodes } from './sections/nodes.js';
import { pages } from './sections/pages.js';
import { requests } from './sections/requests.js';
import { scrape } from './sections/scrape.js';
import { screenshots } from './sections/screenshots.js';
import { sessions } from './sections/sessions.js';
import { signIn } from './sections/sign-in.js';
import { team } from './sections/team.js';
import { webhooks } from './sections/webhooks.js';
import type { Section, View } from './view.js';

/** Who may see the activity of the server: everybody, holders of the admin key, or nobody, because there is no admin key. */
const access = document.body.dataset.access;

/** On a server without an admin key, a team sees only its own data from the API. */
const SECTIONS: readonly [Section, ...Section[]] =
  access === 'closed'
    ? [team, scrape, signIn]
    : [
        requests,
        scrape,
        jobs,
        monitors,
        pages,
        webhooks,
        credits,
        ...(access === 'key' ? [keys, signIn] : []),
        screenshots,
        sessions,
        ...(document.body.dataset.nodes === undefined ? [] : [nodes]),
        controls,
      ];

/** The interval between two refreshes while the page is visible. */
const REFRESH_MS = 1500;

const aboutSection = document.querySelector<HTMLElement>('.about');
const main = h('main', { id: 'main', tabindex: '-1' });
const row = h('div', { class: 'row-of-page', role: 'status', hidden: true });
const navigation = h('nav', { class: 'sections', 'aria-label': 'Sections' });

let openSection: { readonly section: Section; readonly view: View } | undefined;
/** Counts the turns, so that one that was overtaken asks for no other. */
let turn = 0;

function showRoute(): void {
  const route = parseRoute(location.hash);
  const section = SECTIONS.find(({ name }) => name === route.section) ?? SECTIONS[0];
  const isAbout = route.section === 'about';
  if (aboutSection) aboutSection.hidden = !isAbout;
  main.hidden = isAbout;
  for (const link of navigation.querySelectorAll('a')) {
    const isCurrent = link.hash === `#/${isAbout ? 'about' : section.name}`;
    if (!isCurrent) link.removeAttribute('aria-current');
    else {
      link.setAttribute('aria-current', 'page');
      // In a narrow window the sections do not all fit.
      link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }
  document.title = `${isAbout ? 'About' : section.title}: Trawl on this machine`;
  if (isAbout) openSection = undefined;
  else open(section, route);
  if (needsKey()) askForKey();
  else sayNothing();
  refresh();
}

function open(section: Section, route: Route): void {
  if (openSection?.section === section) {
    openSection.view.go(route);
    return;
  }
  openSection = { section, view: section.open(route) };
  main.replaceChildren(...(needsKey() ? [] : [openSection.view.node]));
}

/** Refreshes the sections that are shown, at an interval. A hidden page does not refresh. */
function refresh(): void {
  askAgain(++turn).catch(showProblem);
}

async function askAgain(mine: number): Promise<void> {
  if (!openSection || document.hidden || needsKey()) return;
  try {
    await Promise.all(openSection.view.sources.map((each) => each.refresh()));
    if (mine === turn) sayNothing();
  } catch (error) {
    if (mine === turn) showProblem(error);
  }
  if (mine === turn) setTimeout(() => mine === turn && refresh(), REFRESH_MS);
}

function showProblem(error: unknown): void {
  const isRefused = error instanceof Refused;
  if (isRefused && (error.status === 401 || error.status === 403)) {
    enteredKey.forget();
    main.replaceChildren();
    askForKey(error.message);
  } else say(isRefused ? error.message : 'The server does not answer. This page goes on to ask.');
}

function say(...children: Child[]): void {
  const text = h('p', {}, ...children);
  if (row.textContent === text.textContent && !row.hidden) return;
  row.hidden = false;
  row.replaceChildren(text);
}

function sayNothing(): void {
  row.hidden = true;
}

/** Whether the page has to ask for its key before it shows what is open. */
function needsKey(): boolean {
  if (access === 'open' || enteredKey.get() !== null) return false;
  return openSection?.section.needsKey ?? true;
}

/** The key that the page asks for, and the sections that it shows with it. */
const WANTED =
  access === 'closed'
    ? {
        name: 'API key',
        purpose:
          'This server has keys of teams and no admin key. What it does for all of them is shown when it is started with --admin-key KEY. Enter the key of your team to see its calls and credits.',
      }
    : { name: 'Admin key', purpose: 'Enter the admin key (--admin-key) to see what this server is asked and does.' };

function askForKey(problem?: string): void {
  const key = h('input', { type: 'password', autocomplete: 'off', required: true, 'aria-label': WANTED.name });
  const submit = (event: Event) => {
    event.preventDefault();
    enteredKey.set(key.value);
    if (openSection) main.replaceChildren(openSection.view.node);
    sayNothing();
    refresh();
  };
  row.hidden = false;
  row.replaceChildren(h('form', { submit }, h('label', {}, problem ?? WANTED.purpose, key), h('button', {}, 'Show')));
}

navigation.append(
  h(
    'ul',
    {},
    ...SECTIONS.map(({ name, title }) => h('li', {}, h('a', { href: `#/${name}` }, title))),
    h('li', {}, h('a', { href: '#/about' }, 'About')),
  ),
);
const origin = document.querySelector('#origin');
if (origin) origin.textContent = location.origin;
document.querySelector('header')?.after(navigation, row, main);
document.body.classList.add('live');
addEventListener('hashchange', showRoute);
document.addEventListener('visibilitychange', refresh);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  main.querySelector<HTMLElement>('input[type=search]')?.focus();
});
showRoute();
