import type { Clock } from '@trawl/base/clock';
import type { AgentRequest } from '@trawl/client';
import { checkedUrlCredits } from '../accounts/credits.js';
import { isObject } from '../base/is-object.js';
import { answerJson, type JsonTask } from '../model/json-answer.js';
import { parseJson } from '../model/json-text.js';
import { ModelFailure, type ModelMessage } from '../model/model.js';
import { type LoopEnd, runToolLoop, type Tool } from '../model/tool-loop.js';
import type { GuardFor } from '../scrape/threat-protection.js';
import type { Sessions } from '../sessions/sessions.js';
import { dataSchema } from './data-schema.js';
import type { ModelJobResult } from './model-job.js';
import { LEAST_CREDITS, type ModelWork, type ModelWorker } from './model-kind.js';
import { createInteract } from './page-interaction.js';
import { Reach } from './reach.js';
import { type ClaimedSource, checkedSources } from './sources.js';
import { type WebToolDependencies, webTools } from './web-tools.js';

export interface AgentDependencies extends WebToolDependencies {
  readonly clock: Clock;
  readonly guardFor: GuardFor;
  readonly sessions: Pick<Sessions, 'usePage' | 'hasBrowser'>;
  readonly log: (line: string) => void;
}

/** What an agent goes on with after a restart. */
interface AgentProgress {
  readonly messages: readonly ModelMessage[];
  readonly shown: readonly string[];
  readonly read: readonly string[];
  readonly paid: readonly string[];
}

/** How long an agent works at most, by `effort`. */
const BOUNDS = {
  low: { steps: 12, ms: 5 * 60_000 },
  medium: { steps: 30, ms: 15 * 60_000 },
  high: { steps: 60, ms: 45 * 60_000 },
} as const;

/** Credits of an agent whose request names none. */
const DEFAULT_MAX_CREDITS = 2_500;

/** Values without a source that a warning names. */
const MAX_NAMED = 10;

type Input = Readonly<Record<string, unknown>>;

const ANSWER = 'answer';

/** Gathers data from the web: a model decides what to search, map, read and use, and answers with data and their sources. */
export function agentWork({ clock, guardFor, sessions, log, ...web }: AgentDependencies): ModelWorker<'agent'> {
  return {
    maxMs: (request) => boundsOf(request).ms,
    isFreeIfFailed: false,

    async run(work: ModelWork<'agent'>) {
      const { job, chat, openChat, check, signal, deadline } = work;
      const { request, team } = job;
      const { prompt, urls = [], schema, maxCredits = DEFAULT_MAX_CREDITS, strictConstrainToURLs } = request;
      const isStrict = strictConstrainToURLs === true;
      const progress = job.progress as AgentProgress | undefined;
      const reach = new Reach({ urls, prompt, isStrict, shown: progress?.shown ?? [] });
      const read = new Set(progress?.read);
      const paidUrls = new Set(progress?.paid);
      const leftOfMax = () => maxCredits - work.creditsUsed();
      const guard = await guardFor(team, request.threatProtection);
      const {
        search,
        map,
        read: readPage,
        interact,
      } = webTools({
        ...web,
        interact: createInteract({ sessions, openChat, check, clock, deadline, log }),
        team,
        jobId: job.id,
        request,
        reach,
        clock,
        paid: paidUrls,
        checkCredits: guard.isOn ? checkedUrlCredits(1) : 0,
        async reserve({ least, most }) {
          if (leftOfMax() < least) return 0;
          return Math.min(leftOfMax(), await work.reserve({ least, most: Math.min(most, leftOfMax()) }));
        },
        spend: work.spend,
        onRead(url, final) {
          read.add(url).add(final);
        },
      });
      const maxSteps = boundsOf(request).steps;
      const tools = [
        ...(isStrict ? [] : [search, map]),
        readPage,
        ...(sessions.hasBrowser() ? [interact] : []),
        answerTool(schema, async (words) => {
          // What a model says without a page is nothing that a page says.
          if (read.size === 0) return undefined;
          return schema ? answerJson(chat.ask, check, wordsTask(schema, prompt, words)) : { answer: words };
        }),
      ];
      const end = await runToolLoop({
        askWithTools: chat.askWithTools,
        check,
        clock,
        tools,
        maxSteps,
        deadline,
        signal,
        task: taskOf(prompt, urls, isStrict),
        async budgetRefusal() {
          if (leftOfMax() < LEAST_CREDITS) return MAX_CREDITS_USED;
          return (await work.isOutOfCredits()) ? CREDITS_USED : undefined;
        },
        messages: progress?.messages,
        onStep: ({ messages, calls }) =>
          work.finishStep(
            { messages, shown: reach.shown, read: [...read], paid: [...paidUrls] } satisfies AgentProgress,
            calls.filter(({ isError }) => !isError).map(({ name, input }) => ({ action: name, input })),
          ),
      });
      if (end.kind !== 'done') throw new ModelFailure(failureOf(end, request));
      return resultOf(end.final.input, [...read], [...ignoredOptions(request), ...guard.warnings]);
    },
  };
}

function boundsOf({ effort = 'medium' }: Pick<AgentRequest, 'effort'>) {
  return BOUNDS[effort];
}

/** What an agent has said, as a task to put it into the form of the schema. */
function wordsTask(schema: NonNullable<AgentRequest['schema']>, prompt: string, words: string): JsonTask {
  return { schema, prompt, structuredData: '', parts: [words] };
}

function answerTool(schema: AgentRequest['schema'], dataOfWords: (words: string) => Promise<unknown>): Tool {
  const source = {
    type: 'object',
    properties: { field: { type: 'string' }, urls: { type: 'array', items: { type: 'string' } } },
    required: ['field', 'urls'],
  };
  return {
    name: ANSWER,
    description:
      'Ends the task with its result. `sources` says for each field of `data`, such as `companies[0].name`, which pages that you have read say so.',
    input: {
      type: 'object',
      properties: { data: dataSchema(schema ?? undefined), sources: { type: 'array', items: source } },
      required: ['data', 'sources'],
    },
    isFinal: true,
    formOf: (input) => answerOf(input, schema ?? undefined),
    async inputOfWords(words) {
      const data = await dataOfWords(words);
      return data === undefined ? undefined : { data };
    },
    run: async () => '',
  };
}

/** The input of a call by a small model: it may write the data without what holds them, as text, or without sources. */
function answerOf(input: Input, schema: AgentRequest['schema']): Input {
  const { sources, ...rest } = input;
  const names = Object.keys(isObject(schema?.properties) ? schema.properties : {});
  const isData = !('data' in rest) && names.some((name) => name in rest);
  const { data } = isData ? { data: rest } : rest;
  const value = typeof data === 'string' ? parseJson(data)?.value : undefined;
  return { ...rest, ...(data !== undefined && { data: value ?? data }), sources: sourcesOf(sources) };
}

/** A list of URLs is the source of everything; a map has the URLs by field. */
function sourcesOf(sources: unknown): unknown {
  if (Array.isArray(sources) && sources.every((source) => typeof source === 'string')) {
    return sources.length === 0 ? [] : [{ field: '', urls: sources }];
  }
  if (isObject(sources)) return Object.entries(sources).map(([field, urls]) => ({ field, urls: [urls].flat() }));
  return sources ?? [];
}

function taskOf(prompt: string, urls: readonly string[], isStrict: boolean): string {
  return [
    `Task: find out what the request asks for, with the tools, and call \`${ANSWER}\` with the data.`,
    'Answer only with what pages that you have read say. Leave out what no page says.',
    `The request:\n${prompt}`,
    ...(urls.length === 0
      ? []
      : [`${isStrict ? 'Only these pages may be read' : 'Begin with these pages'}:\n${urls.join('\n')}`]),
  ].join('\n\n');
}

const MAX_CREDITS_USED = 'the credits that `maxCredits` allows are used up: a larger `maxCredits` allows more';

const CREDITS_USED = 'the credits of the team, or of the key, are used up';

function failureOf(end: Exclude<LoopEnd, { kind: 'done' }>, request: Pick<AgentRequest, 'effort'>): string {
  const advice = request.effort === 'high' ? '' : ': a higher `effort` allows more';
  switch (end.kind) {
    case 'stuck':
      return 'the agent was stopped: it repeated the same step without a new result';
    case 'out of steps':
      return `the agent did not finish within ${boundsOf(request).steps} steps${advice}`;
    case 'out of time':
      return `the agent did not finish in time${advice}`;
    case 'out of budget':
      return end.why;
  }
}

function resultOf(
  { data, sources }: Readonly<Record<string, unknown>>,
  read: readonly string[],
  warnings: readonly string[],
): ModelJobResult {
  const checkedAnswer = checkedSources(data, sources as ClaimedSource[], read);
  const { missing } = checkedAnswer;
  const missingNames = missing.slice(0, MAX_NAMED).join(', ');
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
  const unproven =
    missing.length > 0 ? [`No page that was read is named as the source of: ${missingNames}${more}.`] : [];
  return { data, sources: checkedAnswer.sources, warnings: [...unproven, ...warnings] };
}

function ignoredOptions({ mode, threadId, exchange }: AgentRequest): string[] {
  const ignoredOptionValues = Object.entries({ mode: mode === 'chat' || undefined, threadId, exchange });
  const names = ignoredOptionValues.filter(([, value]) => value !== undefined).map(([name]) => `\`${name}\``);
  return names.length > 0 ? [`This server has no threads and no data providers: ${names.join(', ')} did nothing.`] : [];
}
