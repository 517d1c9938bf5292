import type { Clock } from '@trawl/base/clock';
import { type Observe, unobserved } from '@trawl/base/observe';
import type OpenAI from 'openai';
import { boundedFetch, TooLong } from './bounded-fetch.js';
import { type Completion, completionOf, unusable } from './completion.js';
import { field } from './field.js';
import { ModelFailure, type ModelRequest, OutOfTime } from './model.js';
import { loadModelLibrary } from './model-library.js';
import { callSchema, nativeMessages, plainMessages, toolParameters } from './tool-messages.js';

export type ObserveModelCall = Observe<ModelRequest, Completion>;

export interface ChatClientOptions {
  /** The base URL of the chat-completions protocol, such as `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
  readonly clock: Clock;
  readonly observe?: ObserveModelCall | undefined;
}

/** The maximum number of tokens in one answer. */
export const MAX_ANSWER_TOKENS = 4096;

/** Milliseconds for one answer, beside the deadline of the call that needs it. */
const MAX_CALL_MS = 120_000;

const MAX_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 1_000;

/** Statuses with which servers say that the same request may succeed later. */
const PASSING = new Set([429, 502, 503, 504]);

/** Parameters that make answers better or shorter, and that some servers refuse. */
const OPTIONAL = ['response_format', 'temperature', 'max_tokens', 'tools'] as const;

/** Statuses with which servers refuse a parameter: llama.cpp answers 500 to tools that its template cannot show. */
const REFUSING = new Set([400, 422, 500, 501]);

type Parameter = (typeof OPTIONAL)[number];

/** Asks a server of the chat-completions protocol. */
export class ChatClient {
  readonly #url: string;
  readonly #name: string;
  readonly #key: string | undefined;
  readonly #clock: Clock;
  readonly #observe: ObserveModelCall;
  readonly #refusedParameters = new Set<Parameter>();
  #library: Promise<OpenAI> | undefined;

  constructor({ url, name, key, clock, observe = unobserved }: ChatClientOptions) {
    this.#url = url;
    this.#name = name;
    this.#key = key;
    this.#clock = clock;
    this.#observe = observe;
  }

  complete(request: ModelRequest): Promise<Completion> {
    return this.#observe(request, () => this.#complete(request));
  }

  async #complete(request: ModelRequest): Promise<Completion> {
    for (let attempt = 1; ; ) {
      if (this.#clock.now() >= request.deadline) throw new OutOfTime('no time was left for the language model');
      try {
        const answer = await this.#send(request);
        return completionOf(answer, request, this.#key);
      } catch (error) {
        request.signal.throwIfAborted();
        if (error instanceof ModelFailure) throw error;
        const parameter = refusedParameter(error, request);
        if (parameter !== undefined && !this.#refusedParameters.has(parameter)) {
          this.#refusedParameters.add(parameter);
          continue;
        }
        const { status, waitMs } = statusOf(error, this.#clock.now());
        if (status === undefined || !PASSING.has(status)) throw failureOf(error, status);
        const wait = waitMs ?? FIRST_BACKOFF_MS * 2 ** (attempt - 1);
        if (attempt >= MAX_ATTEMPTS || this.#clock.now() + wait >= request.deadline) throw busy(status, waitMs);
        attempt += 1;
        await this.#clock.sleep(wait, request.signal);
      }
    }
  }

  async #open(): Promise<OpenAI> {
    const Client = await loadModelLibrary();
    return new Client({
      baseURL: this.#url,
      fetch: boundedFetch,
      maxRetries: 0,
      logLevel: 'off',
      // Given in full, because the library reads what is missing from variables that are meant for another server.
      apiKey: this.#key ?? 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      ...(this.#key === undefined && { defaultHeaders: { Authorization: null } }),
    });
  }

  async #send({ messages, tools, deadline, signal, ...request }: ModelRequest): Promise<unknown> {
    this.#library ??= this.#open();
    const client = await this.#library;
    // One conversation serves both kinds of servers: what refuses tools is told of them, and calls them with JSON.
    const isPlain = tools !== undefined && this.#refusedParameters.has('tools');
    const json = isPlain ? callSchema(tools) : request.json;
    const body = {
      model: this.#name,
      messages: isPlain ? plainMessages(messages, tools) : nativeMessages(messages),
      stream: false as const,
      ...(this.#refusedParameters.has('temperature') ? {} : { temperature: 0 }),
      ...(this.#refusedParameters.has('max_tokens')
        ? { max_completion_tokens: MAX_ANSWER_TOKENS }
        : { max_tokens: MAX_ANSWER_TOKENS }),
      ...(json && !this.#refusedParameters.has('response_format') && { response_format: responseFormat(json) }),
      ...(tools && !isPlain && { tools: toolParameters(tools) }),
    };
    const timeout = Math.max(1, Math.min(MAX_CALL_MS, deadline - this.#clock.now()));
    // The library never takes its listener off, and one signal may serve many requests.
    return client.chat.completions.create(body, { signal: AbortSignal.any([signal]), timeout });
  }
}

function responseFormat(json: NonNullable<ModelRequest['json']>) {
  // Servers take schemas of objects alone.
  return json === true || json.type !== 'object'
    ? ({ type: 'json_object' } as const)
    : ({ type: 'json_schema', json_schema: { name: 'answer', schema: { ...json } } } as const);
}

function refusedParameter(error: unknown, { tools }: ModelRequest): Parameter | undefined {
  const status = field(error, 'status');
  if (typeof status !== 'number' || !REFUSING.has(status) || !(error instanceof Error)) return undefined;
  const { message } = error;
  // Servers name parts of the parameter too, such as the choice of a tool.
  return OPTIONAL.find((parameter) =>
    parameter === 'tools' ? tools && /\btool/i.test(message) : message.includes(parameter),
  );
}

function statusOf(error: unknown, now: number): { readonly status?: number; readonly waitMs?: number } {
  const status = field(error, 'status');
  if (typeof status !== 'number') return {};
  const headers = field(error, 'headers');
  const retryAfter = (headers as Partial<Headers> | undefined)?.get?.('retry-after') ?? null;
  const waitMs =
    retryAfter === null
      ? Number.NaN
      : /^\d+$/.test(retryAfter)
        ? Number(retryAfter) * 1000
        : Date.parse(retryAfter) - now;
  return { status, ...(Number.isNaN(waitMs) ? {} : { waitMs: Math.max(0, waitMs) }) };
}

function failureOf(error: unknown, status: number | undefined): ModelFailure {
  const options = { cause: error };
  if (status !== undefined) {
    const advice =
      status === 401 || status === 403
        ? ': check `modelKey`'
        : status === 404
          ? ': check `modelUrl` and `modelName`'
          : '';
    return new ModelFailure(`the language model answered with status ${status}${advice}`, options);
  }
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof TooLong) return unusable('it is too long', options);
  if (error instanceof SyntaxError) return unusable('it is not JSON', options);
  const isTimeout = error instanceof Error && error.constructor.name === 'APIConnectionTimeoutError';
  if (isTimeout) return new OutOfTime('the language model took too long', options);
  return new ModelFailure('the language model cannot be reached', options);
}

function busy(status: number, waitMs: number | undefined): ModelFailure {
  const when = waitMs === undefined ? 'later' : `in ${Math.ceil(waitMs / 1000)} seconds`;
  return new ModelFailure(`the language model takes no more requests now (status ${status}): try again ${when}`);
}
