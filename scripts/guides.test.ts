import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, serveSite } from './guide-pages/serve.js';
import { operationPaths, renderSite } from './guide-pages/site.js';
import { readGuides } from './guides/guides.js';
import { textsOf } from './guides/headings.js';
import { listGuides } from './guides/list.js';
import { renderMarkdown } from './site/markdown.js';

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

  it('leads from each guide of the folder to the next', async () => {
    const { guides } = await readGuides();
    const ofFolder = guides.filter(({ path }) => path.startsWith('docs/'));
    const inOrder = ofFolder.slice(0, ofFolder.findIndex(({ name }) => name === 'coming-from-firecrawl') + 1);
    for (const [index, { markdown }] of inOrder.slice(0, -1).entries()) {
      const { name = '', title = '' } = inOrder[index + 1] ?? {};
      expect(markdown.trim().split('\n').at(-1)).toBe(`Next: [${title}](${name}.md)`);
    }
  });

  it('states the facts of a page for programs', async () => {
    const [, json = ''] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(await get('/jobs.html')) ?? [];
    expect(JSON.parse(json)).toMatchObject({ '@type': 'TechArticle', headline: 'Jobs' });
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

describe('the rendered guides', () => {
  it('link to each other, to their sections, and to the operations of the reference', async () => {
    const files = await renderSite({ home: '../', reference: '../reference/index.html' });
    const pages = [...files].filter(([name]) => name.endsWith('.html'));
    const operations = new Set([...operationPaths().values()].map((path) => `../reference/${path}`));
    const dead = pages.flatMap(([from, html]) =>
      hrefsOf(html)
        .filter((href) => {
          if (/^https?:/.test(href) || ['../', './', '../reference/index.html'].includes(href) || operations.has(href))
            return false;
          const [file = '', anchor] = href.split('#');
          const target = file === '' ? html : files.get(file);
          return !target || (anchor !== undefined && !target.includes(`id="${anchor}"`));
        })
        .map((href) => `${from} → ${href}`),
    );
    expect(dead).toEqual([]);
    expect(pages.some(([, html]) => hrefsOf(html).some((href) => operations.has(href)))).toBe(true);
  });

  it.each([
    ['local', 'in-a-terminal in-a-test pages-without-a-network when-things-go-wrong what-it-keeps'],
    ['local', 'what-teams-know-of-each-other what-it-is-careful-with what-it-does-not-do'],
    ['browser', 'get-one what-the-shell-cannot-do when-a-page-is-rendered actions profiles sessions recordings'],
    [
      'browser',
      'say-what-to-do watch-a-session drive-a-session-with-playwright code-in-a-session commands-in-a-session',
    ],
    ['browser', 'what-the-browser-may-reach how-much-memory-pages-take'],
    ['model', 'what-is-sent-where what-it-costs what-is-checked agents-and-extractions'],
    ['getting-started', 'what-all-methods-have-in-common the-options-of-the-client what-is-easily-misspelt'],
    ['getting-started', 'what-else-an-answer-says what-this-version-does-not-know'],
    ['typed-extraction', 'formats-make-the-type a-schema-makes-the-data which-libraries'],
  ])('keep at %s the addresses of sections that stand elsewhere now: %s', async (name, anchors) => {
    const html = await get(`/${name}.html`);
    expect(anchors.split(' ').filter((anchor) => !html.includes(`id="${anchor}"`))).toEqual([]);
  });

  it('link to no reference where there is none', async () => {
    const files = await renderSite({});
    expect([...files.values()].flatMap(hrefsOf).filter((href) => href.includes('reference'))).toEqual([]);
  });

  it('escape code that is not highlighted, and mark up code that is', async () => {
    expect(renderMarkdown('```dockerfile\nRUN <x>\n```', { link: (href) => href })).toContain(
      '<code>RUN &lt;x&gt;</code>',
    );
    expect(renderMarkdown('```ts\nconst a = 1;\n```', { link: (href) => href })).toContain(
      '<span class="hljs-keyword">const</span>',
    );
  });
});

describe('the words of a guide', () => {
  it('are found under their heading, those of lists, tables and code included', () => {
    const markdown = [
      '# Title',
      'First *words*.<a id="old"></a>',
      '',
      '<!-- a mark -->',
      '',
      '## One `part`',
      '- an [item](a.md)',
      '- > quoted',
      '### Two',
      '| a | b |',
      '| - | - |',
      '| cell | `code` |',
      '',
      '```ts',
      'const x = 1;',
      '```',
      '#### Deep',
      'End.',
    ].join('\n');
    expect(textsOf(markdown)).toEqual({
      beginning: 'First words.',
      sections: [
        { title: 'One part', anchor: 'one-part', text: 'an item quoted' },
        { title: 'Two', anchor: 'two', text: 'a b cell code const x = 1; Deep End.' },
      ],
    });
  });
});

describe('the list of the guides for programs', () => {
  it('has the sections of a guide with the anchors of its page', async () => {
    const jobs = (await listGuides()).find(({ path }) => path === 'jobs.html');
    expect(jobs).toMatchObject({ title: 'Jobs', operations: expect.arrayContaining(['startCrawl']) });
    expect(jobs?.headings).toContainEqual({ title: 'Await or iterate', anchor: 'await-or-iterate' });
    expect(jobs?.headings.every(({ title }) => !title.includes('`'))).toBe(true);
  });
});

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
}
