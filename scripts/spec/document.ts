import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { danglingReferences, pointerTo } from '../codegen/references.js';
import { isObject, type Json, type JsonObject, type Path } from './json.js';
import { SpecProblem } from './problem.js';
import { misplaced } from './shape.js';

/** A contract as it is written. */
export interface SpecDocument {
  /** What people know it by: `openapi/v2.yaml`, or `openapi/v2.yaml at main`. */
  name: string;
  /** Its path. */
  file: string;
  /** The git revision that it was read from. */
  revision?: string;
  text: string;
  root: JsonObject;
  /** The line of a place; of a place that is not there, the line of what would hold it. */
  lineOf(path: Path): number;
}

/**
 * Reads a contract and makes sure of what a comparison builds on: it is YAML, it is OpenAPI 3.1, what stands where an
 * object has to stand is one, and every reference leads somewhere.
 */
export function parseSpec(text: string, name: string, from: { file?: string; revision?: string } = {}): SpecDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (path: Path) => lines.linePos(offsetOf(document, path)).line;

  const [broken] = document.errors;
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    throw new SpecProblem(`${name}:${line}:${col}: this is not YAML: ${broken.message}`);
  }
  const root = contentOf(document, name);
  if (!isObject(root) || !/^3\.1\.\d/.test(String(root.openapi)) || !isObject(root.paths ?? root.webhooks)) {
    throw new SpecProblem(`${name}: this is not an OpenAPI document: it needs \`openapi: 3.1.x\` and \`paths\`.`);
  }
  const wrong = misplaced(root);
  if (wrong)
    throw new SpecProblem(`${name}:${place(wrong.path)}: ${pointerTo([...wrong.path])} has to be ${wrong.due}.`);
  for (const { path, target } of danglingReferences(root)) {
    const where = `${name}:${place(path)}`;
    throw new SpecProblem(
      target.startsWith('#/')
        ? `${where}: the reference ${target} leads nowhere.`
        : `${where}: the reference ${target} leads out of the file; only contracts of one file can be compared.`,
    );
  }
  return { name, file: name, ...from, text, root, lineOf: place };
}

function contentOf(document: Document, name: string): Json {
  try {
    return document.toJS();
  } catch (cause) {
    // Thrown for aliases: without an anchor, or so many that they would fill the memory.
    throw new SpecProblem(`${name}: this is not YAML: ${(cause as Error).message}`, { cause });
  }
}

/** Where the key of a place stands, or the key of the nearest place around it. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (!isScalar(pair?.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else {
      const item = isSeq(node) ? node.items[Number(key)] : undefined;
      if (!isNode(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    }
  }
  return offset;
}
