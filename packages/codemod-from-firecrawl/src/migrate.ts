import { type ParserPlugin, parse } from '@babel/parser';
import type { CallExpression, ImportDeclaration, Node, OptionalCallExpression } from '@babel/types';
import MagicString from 'magic-string';
import { ByHand, newArguments } from './arguments.js';
import { clientNames } from './clients.js';
import { METHODS, PACKAGES } from './methods.js';
import { nameOf, walk } from './nodes.js';

/** The names of the class of the client. */
const CLASSES: readonly string[] = ['default', 'Firecrawl', 'FirecrawlApp'];

/** What a person has to do. */
export interface Remark {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export interface Migration {
  /** The new text of the file; the same where nothing changes. */
  readonly code: string;
  /** How many places were rewritten. */
  readonly changes: number;
  readonly remarks: readonly Remark[];
}

/**
 * Rewrites a program that uses `firecrawl` 4 for `@trawl/sdk`. A file that does not import it stays as it is.
 *
 * @param file its name, whose extension says whether it is TypeScript.
 * @throws SyntaxError when the program cannot be parsed.
 * @example
 * const { code, remarks } = migrate("import Firecrawl from 'firecrawl';", 'crawl.ts');
 * console.log(code, remarks.length);
 */
export function migrate(text: string, file: string): Migration {
  if (!PACKAGES.some((name) => text.includes(name))) return { code: text, changes: 0, remarks: [] };
  const plugins: ParserPlugin[] = /\.[cm]?tsx?$/.test(file) ? ['typescript', 'decorators'] : ['jsx', 'decorators'];
  if (/\.tsx$/.test(file)) plugins.push('jsx');
  const tree = parse(text, { sourceType: 'unambiguous', plugins, errorRecovery: true });
  const output = new MagicString(text);
  const remarks: Remark[] = [];
  let changes = 0;
  const textOf = ({ start, end }: Node): string => text.slice(start ?? 0, end ?? 0);
  const remark = ({ loc }: Node, message: string): void => {
    remarks.push({ line: loc?.start.line ?? 0, message });
  };
  const rewritten: { readonly start: number; readonly end: number }[] = [];
  const replaceRange = (start: number, end: number, replacement: string, node: Node): void => {
    // A call within the arguments of another one, which are written anew.
    if (rewritten.some((range) => range.start <= start && end <= range.end)) {
      remark(node, `rewrite \`${textOf(node)}\``);
      return;
    }
    output.update(start, end, replacement);
    rewritten.push({ start, end });
    changes += 1;
  };
  const replace = (node: Node, replacement: string): void => {
    replaceRange(node.start ?? 0, node.end ?? 0, replacement, node);
  };

  const classes = new Set<string>();
  walk(tree, (node) => {
    if (node.type === 'ImportDeclaration' && PACKAGES.includes(node.source.value)) migrateImport(node);
    if (isRequire(node)) remark(node, "write const { Trawl } = require('@trawl/sdk')");
    if (node.type === 'ImportExpression' || (node.type === 'CallExpression' && node.callee.type === 'Import')) {
      const source = node.type === 'ImportExpression' ? node.source : node.arguments[0];
      if (source?.type === 'StringLiteral' && PACKAGES.includes(source.value)) {
        remark(node, "write await import('@trawl/sdk')");
      }
    }
  });
  if (classes.size === 0) return { code: output.toString(), changes, remarks };

  const names = clientNames(tree, classes);
  /** Results whose pages are in `documents` now. */
  const jobs = new Set<string>();
  const results = new Set<string>();
  walk(tree, (node, parents) => {
    if (node.type === 'NewExpression') migrateConstruction(node);
    if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier' && classes.has(node.typeName.name)) {
      replace(node.typeName, 'Trawl');
    }
    if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression') migrateCall(node, parents);
  });
  walk(tree, (node) => {
    if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return;
    const { object, property, computed } = node;
    if (object.type !== 'Identifier' || property.type !== 'Identifier' || computed) return;
    if (jobs.has(object.name) && property.name === 'data') replace(property, 'documents');
    // Before version 4, results stood in an envelope.
    if (results.has(object.name) && ['success', 'data'].includes(property.name)) {
      remark(property, `\`${object.name}\` is the result itself: it has no \`${property.name}\`, and a failure throws`);
    }
  });
  return { code: output.toString(), changes, remarks: remarks.sort((one, other) => one.line - other.line) };

  function migrateImport(node: ImportDeclaration): void {
    const clients: string[] = [];
    const others: string[] = [];
    for (const specifier of node.specifiers) {
      const imported = specifier.type === 'ImportSpecifier' ? (nameOf(specifier.imported) ?? '') : 'default';
      (CLASSES.includes(imported) ? clients : others).push(specifier.local.name);
    }
    if (others.length > 0) remark(node, `import what takes the place of ${others.join(', ')} from '@trawl/sdk'`);
    const isFirst = classes.size === 0;
    for (const name of clients) classes.add(name);
    if (clients.length === 0) return;
    if (!isFirst) {
      remark(node, 'remove this import: `Trawl` is imported already');
      return;
    }
    const [quote = "'"] = textOf(node.source);
    const kind = node.importKind === 'type' ? 'import type' : 'import';
    const end = textOf(node).endsWith(';') ? ';' : '';
    replace(node, `${kind} { Trawl } from ${quote}@trawl/sdk${quote}${end}`);
  }

  function migrateConstruction(node: Node & { type: 'NewExpression' }): void {
    if (node.callee.type !== 'Identifier' || !classes.has(node.callee.name)) return;
    replace(node.callee, 'Trawl');
    const [options] = node.arguments;
    if (options && options.type !== 'ObjectExpression') remark(options, '`apiUrl` is `baseUrl` now');
    if (options?.type !== 'ObjectExpression') return;
    for (const option of options.properties) {
      if (option.type !== 'ObjectProperty') continue;
      const name = nameOf(option.key);
      if (name === 'apiUrl' && option.shorthand) replace(option, 'baseUrl: apiUrl');
      else if (name === 'apiUrl') replace(option.key, 'baseUrl');
      if (name === 'backoffFactor') remark(option, 'remove `backoffFactor`: the SDK waits as long as the server says');
    }
  }

  function migrateCall(call: CallExpression | OptionalCallExpression, parents: readonly Node[]): void {
    const { callee } = call;
    if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return;
    if (callee.computed || callee.property.type !== 'Identifier') return;
    const { object } = callee;
    const isResearch = 'object' in object && nameOf(object) === 'research' && isClient(object.object);
    if (!isResearch && !isClient(object)) return;
    const name = isResearch ? `research.${callee.property.name}` : callee.property.name;
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (!method) {
      remark(call, `\`${name}\` is no method that the guide knows`);
      return;
    }
    try {
      const texts = newArguments(call as CallExpression, method.form, textOf);
      const first = call.arguments[0];
      const last = call.arguments.at(-1);
      const isSame = method.form.kind === 'same' || texts === call.arguments.map(textOf).join(', ');
      if (first && last && !isSame) {
        replaceRange(first.start ?? 0, last.end ?? 0, texts, call);
      }
      const to = isResearch ? method.to.replace('research.', '') : method.to;
      if (to !== callee.property.name) replace(callee.property, to);
      if (method.documents) renameData(parents);
      else if (['search', 'scrape', 'map'].includes(method.to)) rememberResult(parents);
    } catch (error) {
      if (!(error instanceof ByHand)) throw error;
      remark(call, `\`${name}\`: ${error.message}`);
    }
  }

  function isClient(node: Node): boolean {
    const name = nameOf(node);
    return name !== undefined && names.has(name);
  }

  function rememberResult([awaited, declarator]: readonly Node[]): void {
    if (awaited?.type !== 'AwaitExpression' || declarator?.type !== 'VariableDeclarator') return;
    if (declarator.id.type === 'Identifier') results.add(declarator.id.name);
  }

  /** `const { data } = await client.crawl(…)`, or `const job = await client.crawl(…)` and later `job.data`. */
  function renameData([awaited, declarator]: readonly Node[]): void {
    if (awaited?.type !== 'AwaitExpression' || declarator?.type !== 'VariableDeclarator') return;
    const { id } = declarator;
    if (id.type === 'Identifier') jobs.add(id.name);
    if (id.type !== 'ObjectPattern') return;
    for (const property of id.properties) {
      if (property.type !== 'ObjectProperty' || nameOf(property.key) !== 'data') continue;
      if (property.shorthand) replace(property, 'documents: data');
      else replace(property.key, 'documents');
    }
  }
}

function isRequire(node: Node): boolean {
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'require') return false;
  const [source] = node.arguments;
  return source?.type === 'StringLiteral' && PACKAGES.includes(source.value);
}
