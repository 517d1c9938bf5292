import { isObject } from '../base/is-object.js';
import { contract } from '../contract/contract.js';
import { parseJson } from '../request-body/body.js';
import { enumDescriptions } from './passages.js';

/** The facts about a failed call in a question. */
export interface Facts {
  /** An error code of the contract. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** The issues that the service found in the request. */
  readonly issues: readonly Issue[];
  /** The parameters of the failed call that the question includes. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Issue {
  readonly code?: string;
  readonly path?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Fields in which callers send the request that failed. */
const PARAMETERS = ['parameters', 'params', 'request', 'body'];

/**
 * Reads the facts from a question: from JSON, codes and statuses in its text, and from the other fields of the body.
 */
export function factsOf(question: string, fields: Readonly<Record<string, unknown>>): Facts {
  const input = { ...jsonIn(question), ...fields };
  const codes = Object.keys(enumDescriptions(contract().components.schemas.ErrorCode));
  const code = typeof input.code === 'string' ? input.code : codes.find((name) => question.includes(name));
  const status =
    typeof input.status === 'number' ? input.status : Number(/\b[45]\d\d\b/.exec(question)?.[0] ?? Number.NaN);
  const parameters = PARAMETERS.map((name) => input[name]).find(isObject) ?? timesIn(question);
  return {
    code,
    status: Number.isNaN(status) ? undefined : status,
    issues: Array.isArray(input.details) ? input.details.filter(isIssue) : [],
    parameters,
  };
}

const TIME = /\b(timeout|waitFor)\b\D{0,12}(\d+)\s*(ms|milliseconds?|s|secs?|seconds?)?\b/gi;

/** Times in the text of a question, such as `a timeout of 20 s`, in milliseconds. */
function timesIn(question: string): Record<string, number> {
  const times = [...question.matchAll(TIME)].map(([, name = '', number = '', unit = 'ms']) => {
    const parameter = name.toLowerCase() === 'timeout' ? 'timeout' : 'waitFor';
    return [parameter, Number(number) * (/^s/i.test(unit) ? 1000 : 1)] as const;
  });
  return Object.fromEntries(times);
}

/** How many opening braces are tried: some may belong to prose. */
const MAX_BRACES = 20;

/** The first JSON object in the text. */
function jsonIn(text: string): Record<string, unknown> {
  let start = text.indexOf('{');
  for (let attempt = 0; start >= 0 && attempt < MAX_BRACES; attempt++) {
    const object = objectAt(text, start);
    if (object) return object;
    start = text.indexOf('{', start + 1);
  }
  return {};
}

/** The object that begins with the brace at this index. */
function objectAt(text: string, start: number): Record<string, unknown> | undefined {
  const end = endOfObject(text, start);
  if (end === undefined) return undefined;
  try {
    const value = parseJson('The question', text.slice(start, end));
    return isObject(value) ? value : undefined;
  } catch {
    // It is prose, or JSON beyond the bounds.
    return undefined;
  }
}

/** The index after the object, found by its brackets, without those in strings. */
function endOfObject(text: string, start: number): number | undefined {
  const tokens = /"(?:[^"\\]|\\.)*"?|[[\]{}]/gs;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '{' || token[0] === '[') depth += 1;
    else if (token[0] === '}' || token[0] === ']') depth -= 1;
    if (depth === 0) return tokens.lastIndex;
  }
  return undefined;
}

function isIssue(value: unknown): value is Issue {
  return isObject(value) && (value.path === undefined || Array.isArray(value.path));
}
