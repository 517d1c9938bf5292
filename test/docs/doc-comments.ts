import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Example } from './compile.js';
import { root } from './documentation.js';

/** The examples in the doc comments of the SDK, each as a program of its own. */
export function docExamples(): Example[] {
  const folder = 'packages/sdk/src';
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('test'))
    .sort()
    .flatMap((name) => examplesIn(`${folder}/${name}`));
}

function examplesIn(path: string): Example[] {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Example[] = [];
  const visit = (node: ts.Node): void => {
    for (const tag of ts.isJSDoc(node) ? (node.tags ?? []) : []) {
      if (tag.tagName.text !== 'example') continue;
      const code = ts.getTextOfJSDocComment(tag.comment) ?? '';
      // The line of the tag becomes the line of the imports.
      const { line } = file.getLineAndCharacterOfPosition(tag.pos);
      found.push({ path, line: line + 1, code: program(code) });
    }
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return found;
}

/** Adds a line before the example that imports its names and creates a client. */
function program(code: string): string {
  const names =
    'connect, estimateCredits, logging, type Middleware, query, type ScrapeInput, search, tbs, Trawl, verifyWebhook';
  const client = /\btrawl = /.test(code) ? '' : ' const trawl = new Trawl();';
  return `import { ${names} } from '@trawl/sdk';${client}\n${code}\n`;
}
