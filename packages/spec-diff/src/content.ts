import type { YAMLException } from 'js-yaml';
import { LineCounter, parseDocument } from 'yaml';
import type { Json } from './json.js';
import { jsonOf } from './json-text.js';
import { SpecProblem } from './problem.js';
import { yamlOf } from './yaml-text.js';

const ALIAS = /[:\-,[{]\s*\*[^\s*,\]}]+\s*([,\]}#]|$)/m;

/** How many values a text may stand for: each alias stands for all that its anchor does. */
const MOST_VALUES = 5_000_000;

/** The value of a text in YAML or JSON; an error that names the fault and its line of any other text. */
export function contentOf(text: string, name: string): Json {
  const reason = unreadable(text, name);
  if (reason) throw new SpecProblem(reason);
  const content = parsed(text, name);
  if (ALIAS.test(text) && valuesIn(content) > MOST_VALUES) {
    throw new SpecProblem(`${name}: its aliases refer to themselves, or stand for more than ${MOST_VALUES} values.`);
  }
  return content;
}

function parsed(text: string, name: string): Json {
  const json = jsonOf(text);
  if (json !== undefined) return json;
  try {
    return yamlOf(text);
  } catch (cause) {
    throw new SpecProblem(explained(text, name, cause as Error), { cause });
  }
}

/** What is wrong with a text that is not YAML. */
function explained(text: string, name: string, cause: Error): string {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const [broken] = document.errors;
  const { mark, reason = cause.message } = cause as Partial<YAMLException>;
  if (broken?.code === 'MULTIPLE_DOCS') {
    const { line } = lines.linePos(broken.pos[0]);
    return `${name}:${line}: this file has several YAML documents, and a contract is one: leave out what begins with this \`---\`.`;
  }
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    return `${name}:${line}:${col}: this is not YAML: ${broken.message}`;
  }
  const place = mark ? `:${mark.line + 1}:${mark.column + 1}` : '';
  return `${name}${place}: this is not YAML: ${reason}`;
}

/** Why a text is none that somebody wrote as a contract; undefined of others. */
function unreadable(text: string, name: string): string | undefined {
  if (text.startsWith('version https://git-lfs.github.com/spec/')) {
    return `${name}: this is a pointer of Git LFS, and not the file that it stands for: fetch that with \`git lfs pull\` (\`lfs: true\` of actions/checkout).`;
  }
  const conflict = text.search(/^<{7} /m);
  if (conflict >= 0 && /^={7}\r?$/m.test(text) && /^>{7} /m.test(text)) {
    return `${name}:${lineOf(text, conflict)}: this file has the marks of a merge conflict (\`<<<<<<<\`): resolve it first.`;
  }
  return undefined;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** How many values there are in a value; what aliases share is counted wherever it is met. Without end in itself. */
function valuesIn(value: Json, known = new Map<Json, number>()): number {
  if (typeof value !== 'object' || value === null) return 1;
  const count = known.get(value);
  if (count !== undefined) return count;
  known.set(value, Number.POSITIVE_INFINITY);
  let total = 1;
  for (const inner of Object.values(value)) total += valuesIn(inner, known);
  known.set(value, total);
  return total;
}
