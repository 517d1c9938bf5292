import type { Document, Format, FormatOptions, JsonFormat, ScrapeOptions } from '@trawl/client';
import { type ConversionOptions, conversionOptions } from '../page/conversion-options.js';
import type { Evidence } from '../page/page.js';
import { cleanContent } from './clean-content.js';
import type { Ask } from './conversation.js';
import { answerJson, type JsonTask, type JsonWish } from './json-answer.js';
import type { JsonCheck } from './json-check.js';
import { ModelFailure, OutOfTime } from './model.js';
import { type PageParts, partsOf } from './page-parts.js';
import { answerQuestion } from './question-answer.js';
import { answerSummary } from './summary-answer.js';
import type { ModelCall, TeamModel } from './team-model.js';
import { withoutData } from './without-data.js';

export type { JsonWish };

/** A page that was converted with the options of `PageModel.conversionOptions`. */
export interface ConvertedPage {
  readonly document: Partial<Document>;
  readonly evidence?: Evidence | undefined;
  /** Whether it is a file that is returned as it is. */
  readonly isUnparsed: boolean;
}

export interface AnswerRequest extends Omit<ModelCall, 'isLocked'> {
  readonly page: ConvertedPage;
  readonly options: ScrapeOptions;
  /** What change tracking compares by key, with what it found the last time. */
  readonly compared?: (JsonWish & Pick<JsonTask, 'previous'>) | undefined;
  /** Whether the caller asked that nothing be kept anywhere. */
  readonly isPrivate: boolean;
}

export interface PageAnswers {
  /** The formats that were requested, with those that the model has made. */
  readonly document: Partial<Document>;
  /** What change tracking compares; undefined where the model failed to make it. */
  readonly compared?: unknown;
  readonly warnings: readonly string[];
  /** Formats of the model that cost credits, and that were made. */
  readonly billed: number;
}

/** Makes the formats that need a language model. */
export interface PageModel {
  /** The options to convert a page with, so that the model has what it reads. */
  conversionOptions(options: ScrapeOptions, compared?: JsonWish): ConversionOptions;
  /** Adds what the model makes of a page. What it cannot make is missing or null, and a warning says why. */
  answer(request: AnswerRequest): Promise<PageAnswers>;
}

export interface PageModelDependencies {
  readonly model: TeamModel;
  readonly checker: Pick<JsonCheck, 'check'>;
}

/** One value that the model makes. */
interface Work {
  readonly field: 'json' | 'answer' | 'summary' | 'markdown' | 'compared';
  /** What is made, for the log; works of one use and one question share their answer. */
  readonly use: string;
  /** What decides the answer, beside the text of the page. */
  readonly question: unknown;
  readonly isBilled: boolean;
  make(ask: Ask, parts: readonly string[]): Promise<unknown>;
  /** Whether it gets the page in parts, or as a whole. */
  readonly readsParts: boolean;
  failed(why: string): string;
  readonly fallback?: null;
}

export function createPageModel({ model, checker }: PageModelDependencies): PageModel {
  function refusal({ page, isPrivate }: AnswerRequest, { field }: Work): string | undefined {
    if (page.isUnparsed) return 'the file was not parsed';
    return field === 'markdown' && isPrivate ? 'it is not compatible with zero data retention' : undefined;
  }

  async function make(request: AnswerRequest, work: Work, text: string, parts: readonly string[]): Promise<unknown> {
    const refused = refusal(request, work);
    if (refused !== undefined) throw new ModelFailure(refused);
    if (text.trim() === '') throw new ModelFailure('the page has no text');
    const call = { ...request, isLocked: request.options.lockdown };
    return model.answer(call, {
      ...{ use: work.use, question: [work.question, text] },
      make: (ask) => work.make(ask, work.readsParts ? parts : [text]),
    });
  }

  return {
    conversionOptions(options, compared) {
      if (!needsModel(options, compared)) return options;
      const formats = formatsOf(options);
      const hasJson = compared !== undefined || formats.some((format) => nameOf(format) === 'json');
      return {
        ...options,
        formats: [...formats.filter((format) => !isOfModel(format) && nameOf(format) !== 'markdown'), 'markdown'],
        ...(hasJson && { evidence: { schemas: schemasOf(options, compared) } }),
      };
    },

    async answer(request) {
      const { page, options, compared, team, signal } = request;
      if (!needsModel(options, compared)) return { document: page.document, warnings: [], billed: 0 };
      const { markdown, ...rest } = page.document;
      const wantsMarkdown = hasMarkdown(options);
      const document: Record<string, unknown> = { ...(wantsMarkdown && { markdown }), ...rest };
      const warnings: string[] = [];
      let billed = 0;
      const text = withoutData(markdown ?? '');
      let pageParts: PageParts | undefined;
      const check = (work: Parameters<JsonCheck['check']>[0]) => checker.check(work, team, signal);
      for (const work of worksOf(request, check)) {
        if ('value' in work) {
          document[work.field] = work.value;
          continue;
        }
        pageParts ??= partsOf(text);
        try {
          document[work.field] = await make(request, work, text, pageParts.parts);
          if (work.isBilled) billed += 1;
          if (work.readsParts && pageParts.isCut) warnings.push(cutWarning(work, pageParts));
        } catch (error) {
          if (!(error instanceof ModelFailure)) throw error;
          if (work.fallback !== undefined) document[work.field] = work.fallback;
          const advice = error instanceof OutOfTime ? '; send a longer `timeout`' : '';
          warnings.push(work.failed(`${error.message}${advice}`));
        }
      }
      const { compared: value, ...requested } = document;
      return { document: requested, compared: value, warnings, billed };
    },
  };
}

/** What the options ask of the model, and what the page itself answers. */
function* worksOf(
  { options, compared, page: { evidence } }: AnswerRequest,
  check: Parameters<typeof answerJson>[1],
): Generator<Work | { readonly field: Work['field']; readonly value: unknown }> {
  const schemas = schemasOf(options, compared);
  const jsonOf = (field: 'json' | 'compared', wish: JsonWish & Pick<JsonTask, 'previous'>) => {
    const { value } = evidence?.values[wish.schema ? schemas.indexOf(wish.schema) : -1] ?? {};
    if (!wish.prompt && value !== undefined) return { field, value };
    return jsonWork(field, { ...wish, structuredData: evidence?.data ?? '' }, check);
  };
  if (compared) yield jsonOf('compared', compared);
  const formats = formatsOf(options).filter(isOfModel).map(withOptions);
  const wantedJson = jsonFormatOf(formats);
  for (const format of formats) {
    if (format === wantedJson) yield jsonOf('json', wantedJson);
    if (format.type === 'question') yield questionWork(format.question, 'question');
    if (format.type === 'query') yield questionWork(format.prompt, 'query');
    if (format.type === 'summary') {
      yield {
        ...{ field: 'summary', use: 'summary', question: undefined, isBilled: false, readsParts: true },
        make: answerSummary,
        failed: (why) => `\`summary\` is missing: ${why}.`,
      };
    }
  }
  if (options.onlyCleanContent && hasMarkdown(options)) {
    yield {
      ...{ field: 'markdown', use: 'clean content', question: undefined, isBilled: false, readsParts: false },
      make: (ask, [text = '']) => cleanContent(ask, text),
      failed: (why) => `onlyCleanContent was ignored, and the original Markdown is kept: ${why}.`,
    };
  }
}

/** The `json` of a call. Beside the one that has options, a name alone asks for nothing more. */
function jsonFormatOf(formats: readonly FormatOptions[]): JsonFormat | undefined {
  const wanted = formats.filter((format) => format.type === 'json');
  return wanted.find(({ schema, prompt }) => schema !== undefined || prompt !== undefined) ?? wanted[0];
}

function jsonWork(
  field: 'json' | 'compared',
  task: Omit<JsonTask, 'parts'>,
  check: Parameters<typeof answerJson>[1],
): Work {
  const { schema, prompt, structuredData } = task;
  return {
    // What an earlier version gave decides the form alone: the same page and wish have the same answer without it.
    ...{ field, use: 'json', question: [schema, prompt, structuredData], isBilled: true, readsParts: true },
    make: (ask, parts) => answerJson(ask, check, { ...task, parts }),
    ...(field === 'json'
      ? { failed: (why: string) => `JSON extraction failed: ${why}.`, fallback: null }
      : { failed: (why: string) => `Changes by key were not tracked: ${why}.` }),
  };
}

function questionWork(question: string, name: 'question' | 'query'): Work {
  return {
    ...{ field: 'answer', use: 'answer', question, isBilled: true, readsParts: true },
    make: (ask, parts) => answerQuestion(ask, question, parts),
    failed: (why) => `The ${name} was not answered: ${why}.`,
  };
}

function cutWarning({ field }: Work, { parts }: PageParts): string {
  const characters = parts.reduce((sum, part) => sum + part.length, 0);
  const made = field === 'compared' ? 'what is compared by key' : `\`${field}\``;
  return `The page is long: ${made} is made of its first ${characters} characters.`;
}

function needsModel(options: ScrapeOptions, compared: JsonWish | undefined): boolean {
  return compared !== undefined || formatsOf(options).some(isOfModel) || options.onlyCleanContent === true;
}

/** The schemas that the structured data of the page may answer alone. */
function schemasOf(options: ScrapeOptions, compared: JsonWish | undefined) {
  const formats = formatsOf(options).map(withOptions);
  const wishes: readonly JsonWish[] = formats.filter((format) => format.type === 'json');
  return [...wishes, ...(compared ? [compared] : [])].flatMap(({ schema, prompt }) =>
    schema && !prompt ? [schema] : [],
  );
}

function hasMarkdown(options: ScrapeOptions): boolean {
  return formatsOf(options).some((format) => nameOf(format) === 'markdown');
}

function formatsOf(options: ScrapeOptions): readonly Format[] {
  return conversionOptions(options).formats ?? [];
}

function isOfModel(format: Format): boolean {
  const { type, ...options } = withOptions(format);
  if (type === 'query') return !('mode' in options) || options.mode !== 'directQuote';
  return type === 'json' || type === 'question' || type === 'summary';
}

function nameOf(format: Format): string {
  return typeof format === 'string' ? format : format.type;
}

/** A format given as a string has no options. */
function withOptions(format: Format): FormatOptions {
  return typeof format === 'string' ? ({ type: format } as FormatOptions) : format;
}
