import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type Page, redirectTo, site } from './crawl/site.js';
import { call, startServer } from './server.js';

const css =
  (text: string): Page =>
  (_, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/css' }).end(text);

const link = (href: string, rest = '') => `<link rel="stylesheet" href="${href}"${rest}>`;

async function brandOf(url: string, options: object = {}, server = startServer({ allowPrivateNetworks: true })) {
  const { body } = await call(await server, 'POST /v2/scrape', { body: { url, formats: ['branding'], ...options } });
  const { data = {} } = body as { data?: { branding?: unknown; warning?: string } };
  return data;
}

test('the brand of a page is read from its style sheets, in their order, with what they import', async () => {
  const fonts = await site({ '/fonts.css': css('body { font-family: Lato, sans-serif }') });
  const pages = await site({
    '/': `<base href="/theme/"><title>Boats</title>
      ${link('main.css?v=1')}${link('moved.css')}${link('print.css', ' media="print"')}${link('dark.css', ' title="Dark"').replace('"stylesheet', '"alternate stylesheet')}
      <style>a { color: #0000cc }</style><main><p>Boats for hire.</p></main>`,
    '/theme/main.css?v=1': css(
      '/* @import "no.css"; */ @import url("colors.css") layer(base); @import "wide.css" (min-width: 99em); a { color: #ff0000 }',
    ),
    '/theme/colors.css': css(`@import url(${fonts.url}/fonts.css); @layer base { :root { --color-primary: #123456 } }`),
    '/theme/moved.css': redirectTo('/theme/new.css'),
    '/theme/new.css': css('h1 { font-family: Georgia } body { background: #fafafa }'),
  });
  const { branding, warning } = await brandOf(`${pages.url}/`);
  expect(branding).toMatchObject({
    colors: { primary: '#123456', link: '#0000cc', background: '#fafafa' },
    typography: { fontFamilies: { primary: 'Lato', heading: 'Georgia' } },
  });
  expect(warning).toBeUndefined();
  expect([pages.visits, fonts.visits]).toEqual([
    ['/', '/theme/main.css?v=1', '/theme/colors.css', '/theme/moved.css', '/theme/new.css', '/theme/print.css'],
    ['/fonts.css'],
  ]);
});

test('what cannot or must not be loaded is left out, and said', async () => {
  const denied = await site({ '/a.css': css('a { color: red }') });
  const pages = await site({
    '/': `<title>Boats</title>${[
      '/gone.css',
      '/page.css',
      'http://169.254.169.254/a.css',
      `${denied.url.replace('127.0.0.1', 'localhost')}/a.css`,
      '/ok.css',
    ].map((href) => link(href))}<p>Boats`,
    '/page.css': '<p>Not here',
    '/ok.css': css('body { color: #222222 }'),
  });
  const server = startServer({ allowPrivateNetworks: true, deniedSites: ['localhost'] });
  const { branding, warning } = await brandOf(`${pages.url}/`, {}, server);
  expect(branding).toMatchObject({ colors: { textPrimary: '#222222' } });
  expect(warning).toContain('`branding` is not of all style sheets: 4 in other files could not be read.');
  expect(denied.visits).toEqual([]);
});

test('no more style sheets are loaded than the bound, also of those that import each other, and none in lockdown', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `/${index}.css`);
  const pages = await site({
    '/': `<title>Boats</title>${names.map((href) => link(href))}<p>Boats`,
    ...Object.fromEntries(
      names.map((name, index) => [name, css(`@import "/${(index + 1) % 60}.css"; body { color: red }`)]),
    ),
  });
  const server = await startServer({ allowPrivateNetworks: true });
  await brandOf(`${pages.url}/`, {}, Promise.resolve(server));
  expect(pages.visits.filter((path) => path.endsWith('.css'))).toHaveLength(24);
  pages.visits.length = 0;
  await brandOf(`${pages.url}/`, { lockdown: true, blockAds: false }, Promise.resolve(server));
  expect(pages.visits).toEqual([]);
});
