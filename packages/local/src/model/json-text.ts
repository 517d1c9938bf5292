import { excessOf } from '../request-body/json-bounds.js';

/** The bounds of the JSON in an answer. No answer of a model needs more. */
const BOUNDS = { depth: 64, values: 20_000, characters: 200_000 };

/** Longer texts are JSON as they are or have none: an answer has 4,096 tokens. */
const MAX_SEARCHED_CHARACTERS = 65_536;

/**
 * The maximum number of braces that are tried although no JSON begins there. Each try may read the rest of the text.
 */
const MAX_FAILURES = 40;

/**
 * The JSON in an answer. Models without a promise of JSON put it into a code block, or words around it. These may hold JSON
 * too: what a model says last is its answer, and an object rather than a list, because notes such as `[1]` are lists.
 */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  const whole = parsed(text);
  if (whole || text.length > MAX_SEARCHED_CHARACTERS) return whole;
  const candidates = valuesIn(text);
  const object = candidates.findLast(({ value }) => !Array.isArray(value));
  const longest = candidates.toSorted((a, b) => b.length - a.length)[0];
  const best = object ?? longest;
  return best && { value: best.value };
}

function parsed(text: string): { readonly value: unknown } | undefined {
  if (excessOf(text, BOUNDS)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

interface FoundValue {
  readonly value: unknown;
  readonly length: number;
}

/** The objects and lists in a text that are not part of others. */
function valuesIn(text: string): FoundValue[] {
  const values: FoundValue[] = [];
  const begin = /[[{]/g;
  let failures = 0;
  while (failures < MAX_FAILURES) {
    const start = begin.exec(text)?.index;
    if (start === undefined) break;
    const end = endOf(text, start);
    const json = end === undefined ? undefined : parsed(text.slice(start, end));
    if (end === undefined || !json) {
      failures += 1;
      continue;
    }
    values.push({ value: json.value, length: end - start });
    begin.lastIndex = end;
  }
  return values;
}

/** Where the object or list ends that begins here. */
function endOf(text: string, start: number): number | undefined {
  // A string, of which braces are a part, or a single brace.
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}]/gs;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [piece] = match;
    if (piece === '{' || piece === '[') depth += 1;
    else if (piece === '}' || piece === ']') depth -= 1;
    if (depth === 0) return token.lastIndex;
    if (depth > BOUNDS.depth) return undefined;
  }
  return undefined;
}
