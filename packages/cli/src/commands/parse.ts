import { basename } from 'node:path';
import { storedPath } from '@trawl/base/stored-path';
import type { ParseFileInput, ParseInput } from '@trawl/sdk';
import { parseFile } from '../generated/flags.js';
import { UsageError } from '../usage-error.js';
import type { CommandSpec } from './command.js';
import { textOfPage } from './text-of-page.js';

export const parse: CommandSpec = {
  name: 'parse',
  summary: 'Turn a file into Markdown or another format',
  arguments: [{ name: 'file', description: 'The file; - for standard input, with --filename.', required: true }],
  flags: parseFile.filter(({ name }) => name !== 'upload-ref'),
  ownFlags: [{ usage: '--filename <name>', description: 'The name of what comes from standard input, such as a.pdf.' }],
  readsFile: true,
  examples: ['trawl parse report.pdf', 'trawl parse - --filename report.docx < report.docx'],
  estimate: ([filename = ''], request) => ['parse', { ...request, filename } as ParseInput & { filename: string }],

  async run({ trawl, args: [file = ''], own, request, output, signal, say }) {
    const input = { ...request, ...(own.filename && { filename: String(own.filename) }) } as ParseFileInput<[]>;
    if (file === '-' && !input.filename)
      throw new UsageError('Give --filename: its extension says how standard input is parsed.');
    const path = storedPath(file);
    // The service shows the name in the form that people type.
    const named = { filename: basename(path).normalize('NFC'), ...input };
    const document = await (file === '-'
      ? trawl.parse(process.stdin, input, { signal })
      : trawl.parse(path, named, { signal }));
    if (typeof document.warning === 'string') say(document.warning);
    await output.one(document, textOfPage(document));
    return undefined;
  },
};
