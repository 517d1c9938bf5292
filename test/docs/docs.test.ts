import { describe, expect, it } from 'vitest';
import { toolsFor } from '../../packages/tools/src/tools/index.js';
import { compile } from './compile.js';
import { readDocumentation, withPrograms } from './documentation.js';
import { deadLinks } from './links.js';
import { codeBlocks } from './markdown.js';

const documentation = readDocumentation();

describe('the documentation', () => {
  it('has TypeScript examples that compile', () => {
    const examples = withPrograms(documentation).flatMap(({ path, text }) =>
      codeBlocks(text)
        .filter(({ language }) => language === 'ts')
        .map(({ code, line }) => ({ path, line, code })),
    );
    expect(examples.length).toBeGreaterThan(0);
    expect(compile(examples)).toEqual([]);
  });

  it.each(documentation)('has no dead links: $path', (document) => {
    expect(deadLinks(document)).toEqual([]);
  });
});

it('the guide to agents names every tool', () => {
  const guide = documentation.find(({ path }) => path === 'docs/agents.md')?.text ?? '';
  const names = toolsFor({ tools: 'all', filesFolder: '.' }).map(({ name }) => name);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

describe('these checks', () => {
  it('compile each example separately, and report the line of one that does not compile', () => {
    const code = "const limit: number = '5';\nlimit.toFixd();\n";
    const examples = [10, 20].map((line) => ({ path: 'docs/guide.md', line, code }));
    expect(compile([...examples, { path: 'docs/guide.md', line: 30, code: 'const limit = 5;\n' }])).toEqual([
      "docs/guide.md:10:7: Type 'string' is not assignable to type 'number'.",
      expect.stringMatching(/^docs\/guide\.md:11:7: Property 'toFixd' does not exist/),
      "docs/guide.md:20:7: Type 'string' is not assignable to type 'number'.",
      expect.stringMatching(/^docs\/guide\.md:21:7: Property 'toFixd' does not exist/),
    ]);
  });

  it('report a link to a missing file or heading', () => {
    const text =
      '# One\n[a](#one) [b](#two)\n[c](../LICENSE) [d](missing.md)\n[e](../README.md#nothing-of-that-kind)\n';
    expect(deadLinks({ path: 'test/guide.md', text })).toEqual([
      'test/guide.md:2: #two leads nowhere',
      'test/guide.md:3: missing.md leads nowhere',
      'test/guide.md:4: ../README.md#nothing-of-that-kind leads nowhere',
    ]);
  });
});
