import { isObject } from '../base/is-object.js';
import type { JsonQuestion } from '../formats/format-definition.js';
import { type Ask, Conversation, type Repairs, sayForJson } from './conversation.js';
import { fenced } from './fence.js';
import { type CheckWork, errorsOf, type Verdict } from './json-check.js';
import { untilValid } from './valid-value.js';

export interface JsonTask extends JsonQuestion {
  /** The structured data of the page, as JSON; empty where it has none. */
  readonly structuredData: string;
  /** What an earlier version of the page gave, to be compared with what this one gives. */
  readonly previous?: unknown;
  readonly parts: readonly string[];
  /** Called with what the model makes of each part, before it is merged. */
  readonly onPart?: (index: number, value: unknown) => void;
}

export type Check = (work: CheckWork) => Promise<Verdict>;

const NO_PROMPT = 'The main facts of the page.';

/** Characters of earlier data that the model gets; longer data are left out. */
const MAX_PREVIOUS_CHARACTERS = 6_000;

/** Extracts data from the parts of a page, validates it, and asks once to mend what is invalid; throws a `ModelFailure`. */
export async function answerJson(ask: Ask, check: Check, task: JsonTask): Promise<unknown> {
  const { schema, parts } = task;
  const errorsIn = async (value: unknown) => (schema ? errorsOf(await check({ schema, value })) : undefined);
  // A schema that cannot be used costs no call of the model.
  await errorsIn(null);

  const repairs: Repairs = { remainingAttempts: 1 };
  const json = parts.length === 1 && schema ? schema : true;
  const first = new Conversation(ask, json);
  const values: unknown[] = [];
  for (const index of parts.keys()) {
    const conversation = index === 0 ? first : new Conversation(ask, json);
    const value = await sayForJson(conversation, requestFor(task, index), repairs);
    task.onPart?.(index, value);
    values.push(value);
  }
  return untilValid(first, mergeValues(values), { schema: schema ?? undefined, errorsOf: errorsIn }, repairs);
}

function requestFor({ schema, prompt = '', structuredData, previous, parts }: JsonTask, index: number): string {
  const isPrompted = prompt.trim() !== '';
  const earlier = previous == null ? '' : JSON.stringify(previous);
  const isComparable = earlier !== '' && earlier.length <= MAX_PREVIOUS_CHARACTERS;
  const isPart = parts.length > 1;
  return [
    'Task: extract data from a web page as JSON. Answer with the JSON value alone.',
    schema ? `The value must fit this JSON Schema:\n${JSON.stringify(schema)}` : 'The value is a JSON object.',
    ...(!isPrompted && schema ? [] : [`What to extract: ${isPrompted ? prompt : NO_PROMPT}`]),
    'Use the names of the schema. Leave out what the page does not say.',
    ...(isPart
      ? [
          `This is part ${index + 1} of ${parts.length} of the page. Return what this part says, and leave out the rest even where the schema requires it.`,
        ]
      : []),
    ...(isComparable
      ? [
          'What an earlier version of the page gave is among the data, for its form: keep the names and units of what is still there. Take every value from the page as it is now.',
          fenced('values of an earlier version', earlier),
        ]
      : []),
    ...(index === 0 && structuredData !== '' ? [fenced('structured data of the page', structuredData)] : []),
    fenced('text of the page', parts[index] ?? ''),
  ].join('\n\n');
}

/**
 * Merges the values of the parts of a page, in the order of the page. Lists are joined without repetition, objects merged
 * by key; where two parts contradict each other, the first one counts, because a page says what it is about at its top.
 */
function mergeValues(values: readonly unknown[]): unknown {
  return values.reduce((result, value) => merge(result, value), undefined);
}

function merge(first: unknown, second: unknown): unknown {
  if (isEmpty(first)) return second ?? first;
  if (isEmpty(second)) return first;
  if (Array.isArray(first) && Array.isArray(second)) return union(first, second);
  if (!isObject(first) || !isObject(second)) return first;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...names].map((name) => [name, merge(own(first, name), own(second, name))]));
}

function union(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  const byText = new Map([...first, ...second].map((item) => [JSON.stringify(item), item]));
  return [...byText.values()];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
