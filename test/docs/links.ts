import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type MarkdownFile, root } from './documentation.js';
import { anchors, links } from './markdown.js';

/** The relative links of a document to missing files or headings. */
export function deadLinks({ path, text }: MarkdownFile): string[] {
  return links(text)
    .filter(({ target }) => !/^[a-z][a-z\d+.-]*:/i.test(target) && !exists(path, text, decodeURI(target)))
    .map(({ target, line }) => `${path}:${line}: ${target} leads nowhere`);
}

function exists(from: string, text: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = join(root, file.startsWith('/') ? '' : dirname(from), file);
  if (file !== '' && !existsSync(path)) return false;
  if (anchor === undefined || !(file === '' || file.endsWith('.md'))) return true;
  return anchors(file === '' ? text : readFileSync(path, 'utf8')).has(anchor);
}
