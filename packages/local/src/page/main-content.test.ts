import { describe, expect, it } from 'vitest';
import { convert } from './convert.js';

const LONG = 'The harbour master keeps a log of every boat that comes in, and of every boat that leaves again. '.repeat(
  20,
);
const SHORT = '<h2>Install</h2><p>Install it by hand, and start it again when it rains.</p>';
const CONTENTS = '<ul><li><a href="#a">What it is</a></li><li><a href="#b">How to use it</a></li></ul>';

async function markdownOf(html: string): Promise<string> {
  const body = new TextEncoder().encode(html);
  const { document } = await convert({ url: 'https://site.example/', contentType: 'text/html', body, options: {} });
  return document.markdown ?? '';
}

describe('a part much shorter than the one beside it is kept', () => {
  it.each([
    [
      'in what the page marks',
      `<main><section><h1>Title</h1><p>${LONG}</p></section><section>${SHORT}</section></main>`,
    ],
    ['where the title stands elsewhere', `<h1>Title</h1><main><div><p>${LONG}</p></div><div>${SHORT}</div></main>`],
    ['before it', `<main><p>Install it.</p><div><p>${LONG}</p></div></main>`],
    ['when it is code', `<div><p>${LONG}</p></div><div><h2>Use</h2><pre>npm run Install</pre></div>`],
    ['under a heading of its own', `<body><div><p>${LONG}</p></div><div>${SHORT}</div></body>`],
  ])('%s', async (_, html) => {
    const markdown = await markdownOf(html);
    expect(markdown).toContain('Install');
    expect(markdown).toContain('harbour');
  });
});

describe('what stands beside the content is left out', () => {
  it.each([
    [
      'a list of links in what the page marks',
      `<main><div>${CONTENTS}</div><div><h1>Title</h1><p>${LONG}</p></div></main>`,
    ],
    [
      'a few words in a page that marks nothing',
      `<body><div>Welcome back, whoever you are</div><div><p>${LONG}</p></div></body>`,
    ],
  ])('%s', async (_, html) => {
    expect(await markdownOf(html)).not.toMatch(/How to use it|Welcome/);
  });
});
