import type { Clock } from '@trawl/base/clock';
import { isObject } from '../base/is-object.js';
import type { AskWithTools, ToolAnswer } from './budgeted-chat.js';
import { fenced, SYSTEM_MESSAGE } from './fence.js';
import type { Check } from './json-answer.js';
import { errorsOf } from './json-check.js';
import { parseJson } from './json-text.js';
import { ModelFailure, type ModelMessage, OutOfBudget, type ToolCall, type ToolOffer } from './model.js';
import { withNamedProperties } from './schema-properties.js';
import { cutResult, fitted, isStuck, resultsOf, silentAnswers, silentSteps, stepsOf } from './transcript.js';

type Input = Readonly<Record<string, unknown>>;

/** What a model may do. */
export interface Tool extends ToolOffer {
  /** Whether the loop ends when it succeeds. */
  readonly isFinal?: boolean;
  /** Completes an input in which a small model has left out a part of the form of the schema. */
  formOf?(input: Input): Input;
  /**
   * The input of a final tool for an answer in words: small models write their answer instead of calling the tool.
   * Returns undefined if the words are not an answer. Throws a `ModelFailure`.
   */
  inputOfWords?(words: string): Promise<Input | undefined>;
  /**
   * Runs the tool with an input that is valid by the schema. The result may contain text of pages: the model gets it as
   * data, and a long result is shortened. Prohibitions are checked here, and not only told to the model, because the
   * model may do what a page tells it. Throws a `ToolError` that the model reads, `OutOfBudget`, the reason of the
   * signal, or what ends the loop.
   */
  run(input: Input, signal: AbortSignal): Promise<string>;
}

/** The schema of an input that has these properties and no others. */
export function inputOf(properties: Input, required: readonly string[]): ToolOffer['input'] {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Why a call of a tool did nothing, as a sentence for the model. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

export interface FinishedCall {
  readonly name: string;
  readonly input: Input;
  /** What the tool returned, or the sentence of its error. */
  readonly result: string;
  readonly isError: boolean;
}

/** One answer of the model with the results of its calls. */
export interface FinishedStep {
  /** The whole conversation so far, to go on from. */
  readonly messages: readonly ModelMessage[];
  readonly calls: readonly FinishedCall[];
}

export interface ToolLoop {
  readonly askWithTools: AskWithTools;
  /** Validates the inputs of calls. */
  readonly check: Check;
  readonly clock: Clock;
  /** What to do, in words of ours and of the caller. */
  readonly task: string;
  /** One of them is final. */
  readonly tools: readonly Tool[];
  /** Answers of the model, those in `messages` included. */
  readonly maxSteps: number;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** The conversation of an earlier loop, to go on after its last finished step. */
  readonly messages?: readonly ModelMessage[] | undefined;
  /** Why nothing more may be used, if so: then the model is asked for its answer alone, and once. */
  readonly budgetRefusal?: () => Promise<string | undefined>;
  /** Called before the next step, except after the last one of a loop that is done. */
  readonly onStep?: (step: FinishedStep) => void | Promise<void>;
}

export type LoopEnd =
  /** The final tool has succeeded, with these calls in the last step. */
  | { readonly kind: 'done'; readonly final: FinishedCall; readonly calls: readonly FinishedCall[] }
  /** The same call had the same result three times. */
  | { readonly kind: 'stuck' }
  | { readonly kind: 'out of steps' }
  | { readonly kind: 'out of time' }
  | { readonly kind: 'out of budget'; readonly why: string };

/** Calls of one answer that are run. */
const MAX_CALLS = 4;

/** The maximum number of answers in a row that call no tool. */
const MAX_SILENT_STEPS = 3;

/** Final calls that may fail. */
const MAX_FINAL_REPAIRS = 1;

/** Characters of what a model says beside its calls, and of what it says instead: that may be its answer. */
const MAX_SAID_CHARACTERS = 2_000;
const MAX_WORDS_CHARACTERS = 20_000;

/** Characters of a name that servers take. */
const MAX_NAME_LENGTH = 64;

const NO_CALL = 'Your answer calls no tool, or was cut off. Call one.';
const TOO_MANY = `This call was not run: one answer may have ${MAX_CALLS} calls.`;

/**
 * Lets a model call tools until the final one succeeds or a bound is reached. Words are taken for a call of the final tool
 * only where the loop would end without one. A final call that fails may be mended once. Throws a `ModelFailure`, the
 * reason of the signal, or what a tool or `onStep` throws.
 */
export async function runToolLoop(loop: ToolLoop): Promise<LoopEnd> {
  const { askWithTools, clock, task, tools, maxSteps, deadline, signal, onStep } = loop;
  let messages = loop.messages ?? [
    { role: 'system', content: SYSTEM_MESSAGE },
    { role: 'user', content: task },
  ];
  let isOverBudget = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      const refusal = await loop.budgetRefusal?.();
      const end = endBefore(loop, messages) ?? endOfBudget(refusal, isOverBudget || stepsOf(messages) === 0);
      if (end) return (await endInWords(loop, messages)) ?? end;
      if (silentSteps(messages) >= MAX_SILENT_STEPS) throw new ModelFailure('the language model called no tool');
      isOverBudget = refusal !== undefined;
      const isLast = isOverBudget || stepsOf(messages) === maxSteps - 1;
      const offeredTools = isOverBudget ? tools.filter((tool) => tool.isFinal) : tools;
      const prompt = withLastCall(loop, fitted(messages), isLast);
      const step = await take({ ...loop, tools: offeredTools }, messages, await askWithTools(prompt, offeredTools));
      if (step.final) return { kind: 'done', final: step.final, calls: step.calls };
      messages = step.messages;
      await onStep?.({ messages, calls: step.calls });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      const end = await endInWords(loop, messages);
      if (end) return end;
      if (error instanceof OutOfBudget) return { kind: 'out of budget', why: error.message };
      if (clock.now() >= deadline) return { kind: 'out of time' };
      throw error;
    }
  }
}

/** Why no other step is taken. */
function endBefore({ clock, maxSteps, deadline }: ToolLoop, messages: readonly ModelMessage[]): LoopEnd | undefined {
  if (isStuck(messages)) return { kind: 'stuck' };
  if (stepsOf(messages) >= maxSteps) return { kind: 'out of steps' };
  return clock.now() >= deadline ? { kind: 'out of time' } : undefined;
}

/** Without anything to answer from, a model is not asked at all. */
function endOfBudget(why: string | undefined, isOver: boolean): LoopEnd | undefined {
  return why !== undefined && isOver ? { kind: 'out of budget', why } : undefined;
}

/** The end of a loop whose model has said its answer, in the last of its steps, instead of calling the final tool. */
async function endInWords(loop: ToolLoop, messages: readonly ModelMessage[]): Promise<LoopEnd | undefined> {
  const final = loop.tools.find(({ isFinal: ends }) => ends);
  const words = longestOf(silentAnswers(messages));
  if (!final?.inputOfWords || words === '') return undefined;
  try {
    const input = await final.inputOfWords(words);
    return input && (await endWith(loop, messages, final, input));
  } catch (error) {
    loop.signal.throwIfAborted();
    if (error instanceof ModelFailure) return undefined;
    throw error;
  }
}

/** The end of a loop by its final tool; undefined where the input does not fit. */
async function endWith(
  loop: ToolLoop,
  messages: readonly ModelMessage[],
  { name }: Tool,
  input: Input,
): Promise<Extract<LoopEnd, { kind: 'done' }> | undefined> {
  const { content: _, ...call } = await outcomeOf(loop, { ...identity(name, resultsOf(messages).length), input });
  return call.isError ? undefined : { kind: 'done', final: call, calls: [call] };
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

interface TakenStep extends FinishedStep {
  readonly final?: FinishedCall;
}

async function take(loop: ToolLoop, earlierMessages: readonly ModelMessage[], answer: ToolAnswer): Promise<TakenStep> {
  const { tools } = loop;
  const earlier = resultsOf(earlierMessages).length;
  const toolCalls = answer.calls.map((call, index): ToolCall => ({ ...call, ...identity(call.name, earlier + index) }));
  const text = answer.text.slice(0, toolCalls.length === 0 ? MAX_WORDS_CHARACTERS : MAX_SAID_CHARACTERS);
  const messages: ModelMessage[] = [...earlierMessages, { role: 'assistant', content: text, calls: toolCalls }];
  if (toolCalls.length === 0) {
    const end = await endInJson(loop, earlierMessages, text);
    if (end) return { messages, calls: end.calls, final: end.final };
    messages.push({ role: 'user', content: `${NO_CALL} ${namesOf(tools)}` });
  }
  const calls: FinishedCall[] = [];
  for (const [index, call] of toolCalls.entries()) {
    const { content, ...outcome } = index < MAX_CALLS ? await outcomeOf(loop, call) : failed(call, TOO_MANY);
    calls.push(outcome);
    if (!outcome.isError && isFinal(tools, call)) return { messages, calls, final: outcome };
    messages.push({ role: 'tool', call: call.id, content });
  }
  const finals = resultsOf(messages).filter(({ call }) => isFinal(tools, call)).length;
  const failure = calls.findLast((call) => isFinal(tools, call));
  if (failure && finals > MAX_FINAL_REPAIRS) {
    const logText = 'the result of the language model cannot be used';
    throw new ModelFailure(`${logText}: ${failure.result}`, { logMessage: logText });
  }
  return { messages, calls };
}

/** The end of a loop whose model has written the input of the final tool, without a call. */
async function endInJson(loop: ToolLoop, messages: readonly ModelMessage[], text: string) {
  const final = loop.tools.find(({ isFinal: ends }) => ends);
  const input = parseJson(text)?.value;
  return final && isObject(input) ? endWith(loop, messages, final, input as Input) : undefined;
}

interface Outcome extends FinishedCall {
  /** The instructions for the model. */
  readonly content: string;
}

async function outcomeOf({ tools, check, signal }: ToolLoop, call: ToolCall): Promise<Outcome> {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) return failed(call, `There is no such tool. ${namesOf(tools)}`);
  if (!call.input) return failed(call, 'The input of the call is no JSON object. Call the tool again.');
  // Properties that the schema does not name were not asked for.
  const input = withNamedProperties(tool.input, tool.formOf?.(call.input) ?? call.input) as Input;
  const errors = errorsOf(await check({ schema: tool.input, value: input }));
  if (errors !== undefined) return failedFor(call, errors, 'The input does not fit the JSON Schema of the tool.');
  try {
    const result = await tool.run(input, signal);
    signal.throwIfAborted();
    const { text, note } = cutResult(result);
    const content = ['The tool returned this data:', fenced(`result of ${call.name}`, text), ...note].join('\n');
    return { name: call.name, input, result, isError: false, content };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return failedFor(call, error.message, 'The call has failed.');
  }
}

/** The reasons may repeat words of a page. */
function failedFor(call: ToolCall, reasons: string, sentence: string): Outcome {
  const { text } = cutResult(reasons);
  return { ...failed(call, `${sentence} Its errors are data too:\n${fenced('errors', text)}`), result: text };
}

function failed({ name, input = {} }: ToolCall, content: string): Outcome {
  return { name, input, result: content, isError: true, content };
}

/** A model that is told to stop answers with what it has. */
function withLastCall(
  { tools }: ToolLoop,
  messages: readonly ModelMessage[],
  isLast: boolean,
): readonly ModelMessage[] {
  const final = tools.find(({ isFinal: ends }) => ends);
  if (!isLast || !final) return messages;
  return [...messages, { role: 'user', content: `This is your last answer: call ${final.name} now.` }];
}

/** Ids of our own: those of servers may be empty or repeat themselves, and some servers take nine letters or digits alone. */
function identity(name: string, number: number): Pick<ToolCall, 'id' | 'name'> {
  return { id: `c${String(number).padStart(8, '0')}`, name: name.replace(/[^\w-]/g, '_').slice(0, MAX_NAME_LENGTH) };
}

function isFinal(tools: readonly Tool[], call: { readonly name: string }): boolean {
  return tools.some((tool) => tool.isFinal && tool.name === call.name);
}

function namesOf(tools: readonly Tool[]): string {
  return `The tools are: ${tools.map(({ name }) => name).join(', ')}.`;
}
