import { expect, it } from 'vitest';
import { isClientRendered, isStillLoading } from './client-rendered.js';
import { parseHtml } from './html.js';

/** Navigation and a footer with more text than a shell has. */
const inLayout = (content: string) =>
  `<header><nav><a href="/">Home</a> <a href="/trees">Trees</a></nav></header>${content}
  <footer><p>${'The garden sells all that grows, and is open every day. '.repeat(8)}</p></footer>`;

const page = (body: string, head = '') =>
  `<!doctype html><html><head><title>Shop</title>${head}</head><body>${body}</body></html>`;

const MODULE = '<script type="module" crossorigin src="/assets/index-4f3a.js"></script>';

it.each<[string, string]>([
  [
    'Create React App',
    page(
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
      '<script defer src="/static/js/main.js"></script>',
    ),
  ],
  ['React by Vite', page('<div id="root"></div>', MODULE)],
  [
    'Vue CLI',
    page(
      `<noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled.</strong></noscript><div id="app"></div><script src="/js/app.js"></script>`,
    ),
  ],
  ['Vue by Vite with a placeholder', page('<div id="app"><div class="spinner">Loading…</div></div>', MODULE)],
  [
    'Nuxt without server rendering',
    page(`<div id="__nuxt"></div><script type="module" src="/_nuxt/entry.js"></script>`),
  ],
  ['Angular', page('<app-root></app-root><script src="main.js" type="module"></script>')],
  ['Svelte by Vite', page(`<div id="app"></div>`, MODULE)],
  [
    'SvelteKit as a single page',
    page(
      `<div style="display: contents"><script>{ const element = document.currentScript.parentElement; import('/app/start.js'); }</script></div>`,
    ),
  ],
  ['htmx that loads by itself', page('<h1>Shop</h1><div hx-get="/tea" hx-trigger="load"></div>', MODULE)],
  ['a shell with a short footer', page('<div id="root"></div><footer>© 2026 The Shop</footer>', MODULE)],
  ['an app between the navigation and the footer of a site', page(inLayout('<div id="root"></div>'), MODULE)],
  ['an app that fills the main part of a page', page(inLayout('<main><p>Loading…</p></main>'), MODULE)],
  ['a script that writes all of the page', page('<script>document.body.innerHTML = "<h1>All</h1>"</script>')],
])('finds the shell of %s', (_, html) => {
  expect(isClientRendered(parseHtml(html))).toBe(true);
});

const ARTICLE = `<h1>Oaks</h1><p>${'An oak is a tree of the genus Quercus, and lives for centuries. '.repeat(6)}</p>`;

it.each<[string, string]>([
  [
    'Next with server rendering',
    page(
      `<div id="__next"><main>${ARTICLE}</main></div><script id="__NEXT_DATA__" type="application/json">{}</script>`,
      '<script src="/_next/main.js"></script>',
    ),
  ],
  ['Nuxt with server rendering', page(`<div id="__nuxt"><div>${ARTICLE}</div></div>`, MODULE)],
  [
    'an app of React that is hydrated',
    page(`<div id="root">${ARTICLE}</div><noscript>Enable JavaScript to comment.</noscript>`, MODULE),
  ],
  ['Angular with server rendering', page(`<app-root ng-version="19">${ARTICLE}</app-root>`, MODULE)],
  ['a page without scripts', page('<div id="root"></div>')],
  ['a page with data in place of scripts', page('<div id="root"></div><script type="application/ld+json">{}</script>')],
  [
    'a short page with statistics',
    page('<h1>It works!</h1>', '<script async src="https://stats.example/s.js"></script>'),
  ],
  ['a page of one picture', page('<img src="/cat.jpg">', '<script async src="https://stats.example/s.js"></script>')],
  [
    'a page of links',
    page('<a href="/a">A</a> <a href="/b">B</a>', '<script async src="https://stats.example/s.js"></script>'),
  ],
  [
    'a form to log in',
    page('<form><input name="user"><button>Log in</button></form>', '<script src="/login.js"></script>'),
  ],
  ['a long page with an empty root for comments', page(inLayout(`${ARTICLE}<div id="app"></div>`), MODULE)],
  ['a short page with navigation and an icon', page(inLayout('<h1>Tea</h1><my-icon></my-icon>'), MODULE)],
  ['frames', '<html><head><script src="/x.js"></script></head><frameset><frame src="/a"></frameset></html>'],
])('leaves %s as it is', (_, html) => {
  expect(isClientRendered(parseHtml(html))).toBe(false);
});

it.each<[string, string, boolean]>([
  ['a root that is empty beside a footer', '<div id="root"></div><footer>The Shop</footer>', true],
  ['a layout around what loads', '<div id="root"><a href="/">Shop</a><p>Loading products…</p></div>', true],
  [
    'a short page beside its message for readers without scripts',
    '<noscript>Enable JavaScript</noscript><p>Tea</p>',
    false,
  ],
  ['a short page with an empty component', '<h1>Tea</h1><my-icon></my-icon>', false],
  ['a root that is empty in a long layout', inLayout('<div id="root"></div>'), true],
  [
    'an app that has shown its layout, and loads its content',
    `<div id="root">${inLayout('<main><p>Loading trees…</p></main>')}</div>`,
    true,
  ],
  ['a short text in a long layout', inLayout('<main><h1>Oaks</h1></main>'), false],
  ['a drawing', '<div id="root"><canvas></canvas></div>', false],
])('says whether a rendered page is still loading: %s', (_, body, isLoading) => {
  expect(isStillLoading(parseHtml(page(body)))).toBe(isLoading);
});
