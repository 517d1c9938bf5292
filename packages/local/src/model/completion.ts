import { isObject } from '../base/is-object.js';
import { field, listIn } from './field.js';
import { parseJson } from './json-text.js';
import { ModelFailure, type ModelRequest, type WantedCall } from './model.js';

export interface Completion {
  /** The text of the answer; empty if it consists of calls alone. */
  readonly text: string;
  /** The calls of tools; empty if no tools were offered. */
  readonly calls: readonly WantedCall[];
  /** Tokens of the request and the answer, as the server counts them, or else estimated. */
  readonly tokens: number;
}

/** How a stream of events begins: the client hands over as text what it cannot read. */
const STREAM = /^\s*(?:data|event|id|retry)?:/;

/** More calls of one answer are not read. */
const MAX_CALLS = 16;

/**
 * Reads an answer that may lack anything: not every server that speaks the protocol speaks all of it. Where tools were
 * offered, an answer without text, or one that was cut off, is an answer without calls: the model can be told so.
 */
export function completionOf(answer: unknown, { messages, tools }: ModelRequest, key: string | undefined): Completion {
  if (typeof answer === 'string' && STREAM.test(answer)) throw unusable('it is a stream, and none was asked for');
  const [choice] = listIn(answer, 'choices');
  const message = field(choice, 'message');
  if (typeof field(message, 'refusal') === 'string') throw new ModelFailure('the language model declined to answer');
  const content = textOf(field(message, 'content'));
  const text = withoutThoughts(content);
  const isCut = field(choice, 'finish_reason') === 'length';
  if (!tools && isCut) throw unusable('it was cut off');
  if (!tools && text === '') throw unusable('it has no text');
  const calls = tools && !isCut ? callsOf(message, text) : [];
  const callsText = calls.length > 0 ? JSON.stringify(calls) : '';
  if (key !== undefined && (content + callsText).includes(key)) throw unusable('it repeats the key of the model');
  const totalTokens = field(field(answer, 'usage'), 'total_tokens');
  const inputLength = messages.reduce((sum, one) => sum + one.content.length, tools ? JSON.stringify(tools).length : 0);
  const estimate = Math.ceil((inputLength + text.length + callsText.length) / 4);
  return {
    text,
    calls,
    tokens: Number.isSafeInteger(totalTokens) && Number(totalTokens) > 0 ? Number(totalTokens) : estimate,
  };
}

export function unusable(why: string, options?: ErrorOptions): ModelFailure {
  return new ModelFailure(`the language model gave no usable answer: ${why}`, options);
}

/** Some servers send the content as a list of parts, of which thoughts are one kind. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (typeof part === 'string' ? part : textOfPart(part))).join('');
}

function textOfPart(part: unknown): string {
  const type = field(part, 'type');
  const text = field(part, 'text');
  const isText = type === undefined || type === 'text' || type === 'output_text';
  return isText && typeof text === 'string' ? text : '';
}

/** The end of the thoughts of a model. Their beginning may be missing, where the template of the model has written it. */
const END_OF_THOUGHTS = /<\/think(?:ing)?>/gi;

/** Models that reason aloud put their thoughts before the answer. */
function withoutThoughts(text: string): string {
  const whole = text.trim();
  // A tag in JSON is a part of the answer.
  if (/^[[{]/.test(whole)) return whole;
  const end = [...whole.matchAll(END_OF_THOUGHTS)].at(-1);
  const answer = end ? whole.slice(end.index + end[0].length).trim() : '';
  return answer === '' ? whole : answer;
}

/** Small models write a call as text even where the server knows tools. */
function callsOf(message: unknown, text: string): readonly WantedCall[] {
  const calls = listIn(message, 'tool_calls').slice(0, MAX_CALLS).flatMap(nativeCall);
  return calls.length > 0 ? calls : callInText(text);
}

function nativeCall(call: unknown): readonly WantedCall[] {
  const definition = field(call, 'function');
  const name = field(definition, 'name');
  const input = field(definition, 'arguments');
  if (typeof name !== 'string') return [];
  // Some servers send the arguments as they are, and none where a tool takes nothing.
  const value = typeof input === 'string' ? (input.trim() === '' ? {} : parseJson(input)?.value) : (input ?? {});
  return [{ name, input: isObject(value) ? value : undefined }];
}

function callInText(text: string): readonly WantedCall[] {
  const value = parseJson(text)?.value;
  if (!isObject(value)) return [];
  const name = value.tool ?? value.name;
  const input = value.input ?? value.arguments ?? value.parameters;
  return typeof name === 'string' && isObject(input) ? [{ name, input }] : [];
}
