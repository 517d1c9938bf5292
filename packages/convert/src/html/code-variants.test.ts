import { expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

const TEXT = '<p>The kettle in our office broke in March, so the team wrote a small program that orders a new one.</p>';
const block = (code: string) => `\`\`\`\n${code}\n\`\`\``;

it.each([
  ['by an attribute', '<div><pre>import os</pre></div><div hidden><pre>const x = 1</pre></div>'],
  ['by a style', '<pre>import os</pre><pre style="display:none">const x = 1</pre>'],
])('an example in another language that is hidden %s is shown', (_, html) => {
  const markdown = toMarkdown(`<main><h1>T</h1>${TEXT}<div>${html}</div>${TEXT}</main>`);
  expect(markdown).toContain(`${block('import os')}\n\n${block('const x = 1')}`);
});

it.each([
  ['text', '<div><pre>import os</pre></div><div hidden><p>Copied to the clipboard.</p></div>'],
  ['code without another beside it', '<div>import os</div><div hidden><pre>const x = 1</pre></div>'],
])('hidden %s is not', (_, html) => {
  const markdown = toMarkdown(`<main><h1>T</h1>${TEXT}<div>${html}</div>${TEXT}</main>`);
  expect(markdown).toContain('import os');
  expect(markdown).not.toMatch(/clipboard|const x/);
});
