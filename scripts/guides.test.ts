import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGuides } from './guides/guides.js';
import { type Site, serveSite } from './guides/serve.js';

let site: Site;

beforeAll(async () => {
  site = await serveSite();
});

afterAll(() => site.close());

const get = async (path: string) => (await fetch(new URL(path, site.url))).text();

describe('the site of the guides', () => {
  it('has a page for every guide, in the order in which to read them', async () => {
    const { guides } = await readGuides();
    expect(guides.length).toBeGreaterThan(10);
    const index = await get('/');
    for (const { name, title } of guides) {
      expect(index).toContain(`<a href="${name}.html">${title}</a>`);
      expect(await get(`/${name}.html`)).toContain(`<h1 id="`);
    }
  });

  it('has no link that leads nowhere', async () => {
    const pages = [...(await get('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
    const html = new Map<string, string>();
    for (const url of pages) html.set(url.replace(/\/$/, '/index.html'), await get(url));
    const dead: string[] = [];
    for (const [from, text] of html) {
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const target = new URL(href, from);
        if (target.origin !== new URL(site.url).origin || target.pathname.startsWith('/..')) continue;
        const page = html.get(`${target.origin}${target.pathname}`);
        const isThere = page !== undefined && (!target.hash || page.includes(`id="${target.hash.slice(1)}"`));
        if (!isThere) dead.push(`${from} → ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('states the facts of a page for programs', async () => {
    const [, json = ''] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(await get('/jobs.html')) ?? [];
    expect(JSON.parse(json)).toMatchObject({ '@type': 'TechArticle', headline: 'Jobs', position: 4 });
  });

  it('holds the API at a glance as a PDF', async () => {
    const response = await fetch(new URL('/at-a-glance.pdf', site.url));
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect((await response.text()).slice(0, 5)).toBe('%PDF-');
  });

  it('shows what was written since', async () => {
    expect((await fetch(new URL('/notes.html', site.url))).status).toBe(404);
    site.write('notes.html', '<h1>Notes</h1>');
    expect(await get('/notes.html')).toBe('<h1>Notes</h1>');
  });
});
