import { storedPath } from '@trawl/base/stored-path';
import { estimateCredits } from '@trawl/sdk';
import { text } from '../input-fields.js';
import { fittingItems } from '../pages/fitting-items.js';
import { pageView } from '../pages/page-view.js';
import type { ResultBudget } from '../pages/result-budget.js';
import { knownText, own, type ResultText } from '../pages/result-text.js';
import { defineTool } from '../tool.js';
import { ToolError } from '../tool-error.js';

export const parse = defineTool({
  name: 'parse',
  title: 'Read a file',
  description:
    'Reads a file of the folder that was opened for you, such as a PDF, Word or HTML file, as Markdown. Lists a folder.',
  input: {
    file: text('The path below that folder, such as reports/2026.pdf. A single . lists the folder itself.'),
  },
  isReadOnly: true,
  isOpenWorld: false,
  isDefault: true,
  leadsTo: ['read_more'],

  async run({ file }, { trawl, policy, pages, time }) {
    const platform = files();
    const path = await pathBelow(String(policy.filesFolder), file, platform);
    if ((await platform.fs.stat(path)).isDirectory()) return listOf(path, file, policy.budget, platform);
    const { markdown } = await policy.credits.call(
      'parse',
      estimateCredits('parse', { filename: path }).expected.max,
      time,
      () => trawl.parse(path, { formats: ['markdown'], timeout: time.leftMs }, time.limits),
      ({ metadata }) => metadata.creditsUsed,
    );
    const page = await pages.add({ url: file, markdown });
    return policy.budget.fill((room) => pageView(page, room));
  },
});

interface Files {
  readonly fs: typeof import('node:fs/promises');
  readonly path: typeof import('node:path');
}

/** Not imported: bundlers for browsers would look for the modules, although nobody opens a folder there. */
function files(): Files {
  const { getBuiltinModule } = (globalThis as { process?: Partial<NodeJS.Process> }).process ?? {};
  if (!getBuiltinModule) throw new ToolError(own`There are no files on this platform.`);
  return { fs: getBuiltinModule('node:fs/promises'), path: getBuiltinModule('node:path') };
}

/** A link may lead out of the folder, so the real paths are compared. */
async function pathBelow(folder: string, file: string, { fs, path: { relative, resolve } }: Files): Promise<string> {
  const root = await fs.realpath(folder);
  const path = await fs.realpath(storedPath(resolve(root, file))).catch(() => {
    throw new ToolError(own`file: there is no ${knownText(file)} in the folder. The file . lists what there is.`);
  });
  const inside = relative(root, path);
  if (inside.startsWith('..') || resolve(inside) === inside) {
    throw new ToolError(own`file: ${knownText(file)} is outside of the folder. The file . lists what there is.`);
  }
  return path;
}

async function listOf(path: string, folder: string, budget: ResultBudget, { fs }: Files): Promise<ResultText> {
  const entries = await fs.readdir(path, { withFileTypes: true });
  if (entries.length === 0) return own`The folder ${knownText(folder)} is empty.`;
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  return budget.fill((room) => {
    const { text, count } = fittingItems(names, room);
    return count === names.length ? text : own`${names.length - count} more do not fit.\n\n${text}`;
  });
}
