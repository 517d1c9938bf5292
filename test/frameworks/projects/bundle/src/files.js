import { readFile } from 'node:fs/promises';
import { convert } from '@trawl/convert';

globalThis.program = async () => {
  const { markdown } = await convert(await readFile('tea.pdf'), { filename: 'tea.pdf' });
  return markdown;
};
