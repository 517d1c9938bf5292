import { realpath } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { pageView } from '../pages/page-view.js';
import type { Tool } from '../tool.js';
import { ToolError } from '../tool-error.js';

export const parse: Tool = {
  name: 'parse',
  title: 'Read a file',
  description: 'Reads a file of the folder that was opened for you, such as a PDF, Word or HTML file, as Markdown.',
  input: {
    type: 'object',
    properties: { file: { type: 'string', description: 'The path below that folder, such as reports/2026.pdf.' } },
    required: ['file'],
    additionalProperties: false,
  },
  isReadOnly: true,
  isDefault: true,

  async run({ file }, { trawl, policy, pages, signal }) {
    policy.creditsLeft();
    const path = await pathBelow(String(policy.filesFolder), String(file));
    const { markdown, metadata } = await trawl.parse(path, { formats: ['markdown'] }, { signal });
    policy.spend(metadata.creditsUsed);
    return pageView(pages.add({ url: String(file), markdown }), policy.maxTokens);
  },
};

/** A link may lead out of the folder, so the real paths are compared. */
async function pathBelow(folder: string, file: string): Promise<string> {
  const root = await realpath(folder);
  const path = await realpath(resolve(root, file)).catch(() => {
    throw new ToolError(`There is no file ${file} in the folder.`);
  });
  const inside = relative(root, path);
  if (inside.startsWith('..') || resolve(inside) === inside) throw new ToolError(`${file} is outside of the folder.`);
  return path;
}
