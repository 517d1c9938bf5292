import type { Clock } from '@trawl/base/clock';
import type { CrawlOptions, CrawlParams } from '@trawl/client';
import { startUrl } from '@trawl/web/site/start-url';
import { answerSchema } from '../model/contract-answer.js';
import { ModelFailure } from '../model/model.js';
import type { AnswerTask, ModelTask } from '../model/model-task.js';
import type { ModelCall } from '../model/team-model.js';
import { pathFault, refuseInvalidPaths } from './path-rules.js';

/** What a caller says of a crawl in plain words. */
export interface CrawlWish extends Omit<ModelCall, 'deadline'> {
  readonly url: string;
  readonly prompt: string;
  /** The options that the caller has given: they win. */
  readonly explicit: CrawlOptions;
}

export interface PromptedOptions {
  /** The options of the prompt, without those that the caller has given. */
  readonly chosen: CrawlOptions & CrawlParams;
  readonly warnings: readonly string[];
}

/** Turns words into crawl options. Refuses invalid options of the caller; what the prompt does not yield is a warning. */
export type ChooseOptions = (wish: CrawlWish) => Promise<PromptedOptions>;

export interface ChooseOptionsDependencies {
  /** It is undefined on a server without a language model. */
  readonly answerTask: AnswerTask | undefined;
  readonly clock: Clock;
}

/** Milliseconds that the start of a crawl waits for its options. */
const MAX_WAIT_MS = 60_000;

/** Options that a prompt alone does not set: they lead to other hosts, or past what a site asks of robots. */
const LEFT_TO_THE_CALLER = ['allowExternalLinks', 'allowSubdomains', 'ignoreRobotsTxt', 'robotsUserAgent'];

export function createChooseOptions({ answerTask, clock }: ChooseOptionsDependencies): ChooseOptions {
  return async ({ url, prompt, explicit, ...call }) => {
    const start = startUrl(url);
    refuseInvalidPaths(explicit);
    // Clients send an empty text for no prompt, and a model would invent a wish for it.
    if (prompt.trim() === '') return { chosen: {}, warnings: [] };
    try {
      if (!answerTask) throw new ModelFailure('this server has no language model (--model-url)');
      const deadline = clock.now() + MAX_WAIT_MS;
      // The answer has been validated against these options of the contract.
      const options = (await answerTask({ ...call, deadline }, taskOf(start, prompt, explicit))) as CrawlOptions;
      return withinRights(options, explicit);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      return {
        chosen: {},
        warnings: [`The prompt was not used: ${error.message}. Give the crawl options themselves.`],
      };
    }
  };
}

function taskOf({ origin, pathname }: URL, prompt: string, { regexOnFullURL }: CrawlOptions): ModelTask {
  const matched = regexOnFullURL ? 'the whole URL' : 'the path of a URL, such as /blog/2026';
  const task = [
    'turn a wish into options for a crawl of a website. Leave out every option that the wish says nothing about.',
    `Expressions are JavaScript regular expressions for ${matched}. Begin them with ^, repeat no group, and at most ${MAX_REPETITIONS} characters.`,
    // A query may hold secrets.
    `The crawl starts at ${origin}${pathname}.`,
    `The wish: ${prompt}`,
  ];
  return {
    use: 'crawl options',
    task: task.join('\n'),
    schema: optionsSchema(),
    faultOf: (options) => faultOf(options as CrawlOptions),
  };
}

/** The options that both a crawl takes and a preview shows. */
function optionsSchema(): ModelTask['schema'] {
  const { properties } = answerSchema('CrawlOptions');
  const shown = Object.keys(answerSchema('CrawlParams').properties);
  const options = Object.fromEntries(Object.entries(properties).filter(([name]) => shown.includes(name)));
  // A model means no limit by a negative number, and a crawl reads no page by it.
  const limit = { ...Object(options.limit), type: 'integer', minimum: 0 };
  return { type: 'object', properties: { ...options, limit }, additionalProperties: false };
}

/** A group that is repeated: such an expression may never end. */
const REPEATED_GROUP = /(?<!\\)\)(?:[*+]|\{)/;

/** The time of an expression grows with the length of a path to the power of its repetitions. */
const REPETITION = /(?<!\\)(?:[*+]|\{\d+,\d*\})/g;
const MAX_REPETITIONS = 4;

function faultOf(options: CrawlOptions): string | undefined {
  const { includePaths = [], excludePaths = [], limit } = options;
  for (const expression of [...includePaths, ...excludePaths]) {
    if (REPEATED_GROUP.test(expression)) return `the expression ${expression} repeats a group`;
    const repetitions = expression.match(REPETITION)?.length ?? 0;
    if (repetitions > MAX_REPETITIONS)
      return `the expression ${expression} has more than ${MAX_REPETITIONS} repetitions`;
  }
  // Models write it where they mean that there is none.
  if (limit === 0) return '`limit` is 0, which crawls nothing';
  return pathFault(options);
}

function withinRights(options: CrawlOptions, explicit: CrawlOptions): PromptedOptions {
  const isLeftToCaller = (name: string) =>
    LEFT_TO_THE_CALLER.includes(name) && !(name === 'allowSubdomains' && explicit.allowExternalLinks === true);
  const implicit = Object.entries(options).filter(([name]) => !Object.hasOwn(explicit, name));
  return {
    chosen: Object.fromEntries(implicit.filter(([name]) => !isLeftToCaller(name))),
    warnings: implicit
      .filter(([name, value]) => isLeftToCaller(name) && value !== false)
      .map(([name]) => `The prompt alone does not set \`${name}\`: give it as an option.`),
  };
}
