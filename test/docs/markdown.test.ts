import { describe, expect, it } from 'vitest';
import { anchors, codeBlocks, links } from './markdown.js';

const document = `# The title

See [the guide](docs/guide.md#first-steps), not \`[this](code.md)\`.

\`\`\`ts
const link = '[no](no.md)';
# no heading
\`\`\`

1. A step:

   ~~~sh title="Terminal"
   npm start
     indented
   ~~~

## \`npm start\`, and [what](x.md) it does!
## The title

[later]: <other.md> 'Other'
`;

describe('reading Markdown', () => {
  it('finds code blocks with their line, without the indentation of their list', () => {
    expect(codeBlocks(document)).toEqual([
      { language: 'ts', info: '', code: "const link = '[no](no.md)';\n# no heading\n", line: 6 },
      { language: 'sh', info: 'title="Terminal"', code: 'npm start\n  indented\n', line: 13 },
    ]);
  });

  it('finds links, but not those in code', () => {
    expect(links(document)).toEqual([
      { target: 'docs/guide.md#first-steps', line: 3 },
      { target: 'x.md', line: 17 },
      { target: 'other.md', line: 20 },
    ]);
  });

  it('finds the anchors of headings', () => {
    expect([...anchors(document)]).toEqual(['the-title', 'npm-start-and-what-it-does', 'the-title-1']);
  });
});
