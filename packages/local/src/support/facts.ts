import { parseJson } from '../body/body.js';
import { contract } from '../contract/contract.js';
import { enumDescriptions } from './passages.js';

/** What a question says of a failed call. */
export interface Facts {
  /** An error code of the contract. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** What the service found wrong with the request, if it did. */
  readonly issues: readonly Issue[];
  /** The parameters of the failed call, as far as they were given. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Issue {
  readonly code?: string;
  readonly path?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Names under which callers put the request that failed. */
const PARAMETERS = ['parameters', 'params', 'request', 'body'];

/**
 * Reads the facts out of a question: from JSON in its text, from codes and statuses that it names, and from the fields
 * that stand beside it in the body.
 */
export function factsOf(question: string, fields: Readonly<Record<string, unknown>>): Facts {
  const input = { ...jsonIn(question), ...fields };
  const codes = Object.keys(enumDescriptions(contract().components.schemas.ErrorCode));
  const code = typeof input.code === 'string' ? input.code : codes.find((name) => question.includes(name));
  const status =
    typeof input.status === 'number' ? input.status : Number(/\b[45]\d\d\b/.exec(question)?.[0] ?? Number.NaN);
  const parameters = PARAMETERS.map((name) => input[name]).find(isRecord) ?? timesIn(question);
  return {
    code,
    status: Number.isNaN(status) ? undefined : status,
    issues: Array.isArray(input.details) ? input.details.filter(isRecord) : [],
    parameters,
  };
}

const TIME = /\b(timeout|waitFor)\b\D{0,12}(\d+)\s*(ms|milliseconds?|s|secs?|seconds?)?\b/gi;

/** Times that a question gives in words, such as `a timeout of 20 s`, in the milliseconds of the request. */
function timesIn(question: string): Record<string, number> {
  const times = [...question.matchAll(TIME)].map(([, name = '', number = '', unit = 'ms']) => {
    const parameter = name.toLowerCase() === 'timeout' ? 'timeout' : 'waitFor';
    return [parameter, Number(number) * (/^s/i.test(unit) ? 1000 : 1)] as const;
  });
  return Object.fromEntries(times);
}

/** Braces that may belong to prose, before the one with which an object begins. */
const MAX_BRACES = 20;

/** The first object that stands in the text as JSON. */
function jsonIn(text: string): Record<string, unknown> {
  let start = text.indexOf('{');
  for (let tried = 0; start >= 0 && tried < MAX_BRACES; tried++) {
    const object = objectAt(text, start);
    if (object) return object;
    start = text.indexOf('{', start + 1);
  }
  return {};
}

/** The object that begins with the brace at this place. */
function objectAt(text: string, start: number): Record<string, unknown> | undefined {
  const end = endOfObject(text, start);
  if (end === undefined) return undefined;
  try {
    const value = parseJson('The question', text.slice(start, end));
    return isRecord(value) ? value : undefined;
  } catch {
    // Prose, or nothing that anybody would read.
    return undefined;
  }
}

/** Where the brackets are closed again that the object opens, those in its strings aside. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
