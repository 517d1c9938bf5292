import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Example } from '../docs/compile.js';
import { root } from '../docs/documentation.js';

/** The examples in the doc comments of the SDK and of the local service, each as a program of its own. */
export function docExamples(): Example[] {
  return [...docExamplesIn('packages/sdk/src', sdkProgram), ...docExamplesIn('packages/local/src', serviceProgram)];
}

/** What makes a program of an example. */
type ToProgram = (code: string) => string;

function docExamplesIn(folder: string, toProgram: ToProgram): Example[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('test'))
    .sort()
    .flatMap((name) => examplesIn(`${folder}/${name}`, toProgram));
}

function examplesIn(path: string, toProgram: ToProgram): Example[] {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Example[] = [];
  const visit = (node: ts.Node): void => {
    for (const tag of ts.isJSDoc(node) ? (node.tags ?? []) : []) {
      if (tag.tagName.text !== 'example') continue;
      const code = ts.getTextOfJSDocComment(tag.comment) ?? '';
      // The line of the tag becomes the line of the imports.
      const { line } = file.getLineAndCharacterOfPosition(tag.pos);
      found.push({ path, line: line + 1, code: toProgram(code) });
    }
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return found;
}

/** Adds a line before the example that imports its names and creates a client. */
function sdkProgram(code: string): string {
  const names =
    'connect, estimateCredits, logging, type Middleware, query, type ScrapeInput, search, tbs, Trawl, verifyWebhook';
  const client = /\btrawl = /.test(code) ? '' : ' const trawl = new Trawl();';
  return `import { ${names} } from '@trawl/sdk';${client}\n${code}\n`;
}

/** Adds a line before the example that imports its names, and starts a service with a client unless the example does. */
function serviceProgram(code: string): string {
  const imports = `import { createLocalServer } from '@trawl/local'; import { Trawl } from '@trawl/sdk';`;
  const start = `await using server = await createLocalServer({ quiet: true });`;
  const client = `const trawl = new Trawl({ baseUrl: server.url });`;
  const prelude = /\bserver = /.test(code) ? imports : `${imports} ${start} ${client}`;
  return `${prelude}\n${code}\n`;
}
