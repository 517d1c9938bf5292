import { readFileSync } from 'node:fs';
import type { OpenAPI3 } from 'openapi-typescript';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { danglingReferences } from '../../packages/spec-diff/src/dangling-references.js';
import { pointerOf } from '../../packages/spec-diff/src/json.js';
import { ContractError } from './contract-error.js';

/**
 * Reads the contract and makes sure of what everything generated from it builds on: the YAML is well formed, it is an
 * OpenAPI 3.1 document, and every reference leads somewhere. Whether it is a good contract is for the lint to say.
 */
export function readContract(file: string): OpenAPI3 {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ContractError(`${file}: cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
  return parseContract(text, file);
}

export function parseContract(text: string, file: string): OpenAPI3 {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };

  const [error] = document.errors;
  if (error) throw new ContractError(`${place(error.pos[0])}: ${error.message}`);

  const contract = document.toJS();
  if (!String(contract?.openapi).startsWith('3.1.') || typeof contract.paths !== 'object') {
    throw new ContractError(`${file}: this is not an OpenAPI document: it needs \`openapi: 3.1.x\` and \`paths\``);
  }

  for (const { path, target } of danglingReferences(contract)) {
    const reason = target.startsWith('#/') ? 'leads nowhere' : 'leads out of this file';
    throw new ContractError(`${place(offsetOf(document, path))}: $ref "${target}" at ${pointerOf(path)} ${reason}`);
  }
  return contract;
}

function offsetOf(document: Document, path: string[]): number {
  const node = document.getIn(path, true);
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
