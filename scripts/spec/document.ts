import { CORE_SCHEMA, load } from 'js-yaml';
import { LineCounter, parseDocument } from 'yaml';
import { danglingReferences, pointerTo } from '../codegen/references.js';
import { bundled } from './bundle.js';
import { isObject, type Json, type JsonObject, type Path } from './json.js';
import { Lines } from './lines.js';
import { SpecProblem } from './problem.js';
import { misplaced } from './shape.js';
import { upgraded } from './upgrade.js';

/** A contract as it is written. */
export interface SpecDocument {
  /** What people know it by: `openapi/v2.yaml`, or `openapi/v2.yaml at main`. */
  name: string;
  /** Its path. */
  file: string;
  /** The git revision that it was read from. */
  revision?: string;
  /** Of several files, that of all of them. */
  text: string;
  root: JsonObject;
  /** The line of a place; of a place that is not there, the line of what would hold it. */
  lineOf(path: Path): number;
  /** What stands at a place, or the beginning of it, as it is written. */
  excerptOf(path: Path): string;
}

/** Where a contract comes from. */
interface Origin {
  file?: string;
  revision?: string;
  /** Its path from the root of the repository, and what reads files by such paths: it may consist of several. */
  entry?: string;
  read?: (path: string) => string | undefined;
}

/**
 * Reads a contract and makes sure of what a comparison builds on: it is YAML, it is OpenAPI 3.0 to 3.2, what stands where an
 * object has to stand is one, and every reference leads somewhere.
 */
export function parseSpec(written: string, name: string, { read, entry = '', ...from }: Origin = {}): SpecDocument {
  const text = read && refersToFiles(contentOf(written, name)) ? bundled(entry, read) : written;
  const root = contentOf(text, name);
  const lines = new Lines(written, { hasAliases: ALIAS.test(written) });
  const place = (path: Path) => lines.of(path);
  if (!isObject(root) || !/^3\.[012]\.\d/.test(String(root.openapi)) || !isObject(root.paths ?? root.webhooks)) {
    throw new SpecProblem(
      `${name}: this is not an OpenAPI document: it needs \`openapi: 3.0.x\`, \`3.1.x\` or \`3.2.x\`, and \`paths\`.`,
    );
  }
  const wrong = misplaced(root);
  if (wrong)
    throw new SpecProblem(`${name}:${place(wrong.path)}: ${pointerTo([...wrong.path])} has to be ${wrong.due}.`);
  for (const { path, target } of danglingReferences(root)) {
    const where = `${name}:${place(path)}`;
    throw new SpecProblem(
      target.startsWith('#/')
        ? `${where}: the reference ${target} leads nowhere.`
        : `${where}: the reference ${target} leads to another file, and this text has no place from which that could be found.`,
    );
  }
  return {
    name,
    file: name,
    ...from,
    text,
    root: upgraded(root),
    lineOf: place,
    excerptOf: (path) => lines.excerpt(path),
  };
}

/** Whether a contract consists of more than one file. */
function refersToFiles(root: Json): boolean {
  return isObject(root) && danglingReferences(root).some(({ target }) => !target.startsWith('#'));
}

/** Aliases may be so many that they would fill the memory: only the slower parser counts them. */
const ALIAS = /[:\-,[{]\s*\*[^\s*,\]}]+\s*([,\]}#]|$)/m;

function contentOf(text: string, name: string): Json {
  if (!ALIAS.test(text)) {
    try {
      return load(text, { schema: CORE_SCHEMA }) as Json;
    } catch {
      // The other parser says what is wrong, and where.
    }
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    throw new SpecProblem(`${name}:${line}:${col}: this is not YAML: ${broken.message}`);
  }
  try {
    return document.toJS();
  } catch (cause) {
    // Thrown for aliases: without an anchor, or so many that they would fill the memory.
    throw new SpecProblem(`${name}: this is not YAML: ${(cause as Error).message}`, { cause });
  }
}
