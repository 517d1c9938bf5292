import { describe, expect, it } from 'vitest';
import { convertToParts } from '../../test/convert-to-parts.js';

async function converted(html: string) {
  const body = new TextEncoder().encode(html);
  const options = { formats: ['markdown' as const, 'links' as const, 'rawHtml' as const] };
  return convertToParts({ url: 'https://site.example/', contentType: 'text/html', body, options });
}

const NOSCRIPT = '<noscript><p>The ferry leaves at noon: <a href="/times">all times</a>.</p></noscript>';

it('a page that shows nothing without scripts is read as those without scripts see it', async () => {
  const html = `<head><noscript><link rel="stylesheet" href="a.css"></noscript></head><body><div id="root"></div>${NOSCRIPT}</body>`;
  const { document, searchable } = await converted(html);
  expect(document).toEqual({
    markdown: 'The ferry leaves at noon: [all times](https://site.example/times).',
    links: ['https://site.example/times'],
    rawHtml: html,
  });
  expect(searchable.text).toContain('The ferry leaves at noon');
});

it('of any other page, what is meant for those without scripts is no part', async () => {
  const { document } = await converted(`<body><h1>Ferry</h1>${NOSCRIPT}</body>`);
  expect(document.markdown).toBe('# Ferry');
});

it('a page that shows less than it has for those without scripts is read as they see it', async () => {
  const posts = '<p>The ferry leaves at noon, and the captain knows every guest by name.</p>'.repeat(10);
  const { document } = await converted(
    `<body><div id="splash">Loading the harbour.</div><noscript>${posts}</noscript></body>`,
  );
  expect(document.markdown?.match(/leaves at noon/g)).toHaveLength(10);
});

describe('an image for those without scripts', () => {
  const text = '<p>The ferry leaves at noon.</p>';
  const late = '<noscript><img src="/ferry.jpg" alt="Ferry"></noscript>';

  it.each([
    ['takes the place of a stand-in', `${text}<img src="data:image/gif;base64,R0">${late}`, 1],
    ['is shown where there is no stand-in', text + late, 1],
    ['is left out where it is there already', `${text}<img src="/ferry.jpg" alt="Ferry">${late}`, 1],
    ['is left out when it only counts readers', `${text}<noscript><img width="1" height="1" src="/c"></noscript>`, 0],
  ])('%s', async (_, html, images) => {
    const { document } = await converted(`<main>${html}</main>`);
    expect(document.markdown?.match(/!\[/g)?.length ?? 0).toBe(images);
    if (images > 0) expect(document.markdown).toContain('![Ferry](https://site.example/ferry.jpg)');
  });
});
