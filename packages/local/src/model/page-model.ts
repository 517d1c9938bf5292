import type { Document, FormatOptions, ScrapeOptions } from '@trawl/client';
import type { Evidence } from '@trawl/convert';
import type { JsonQuestion, ModelTask } from '../formats/format-definition.js';
import { definitionOf, requestedFormat, requestedFormats } from '../formats/format-table.js';
import { type ConversionOptions, conversionOptions } from '../options/scrape-options.js';
import { cleanContent } from './clean-content.js';
import type { Ask } from './conversation.js';
import { answerJson, type Check } from './json-answer.js';
import type { JsonCheck } from './json-check.js';
import { ModelFailure, OutOfTime } from './model.js';
import { type PageParts, partsOf } from './page-parts.js';
import { answerQuestion } from './question-answer.js';
import { answerSummary } from './summary-answer.js';
import type { ModelCall, TeamModel } from './team-model.js';
import { withoutData } from './without-data.js';

/** A page that was converted with the options of `PageModel.conversionOptions`. */
export interface ConvertedPage {
  readonly document: Partial<Document>;
  readonly evidence?: Evidence | undefined;
  /** Whether it is a file that is returned as it is. */
  readonly isUnparsed: boolean;
}

/** The data that change tracking compares by key. */
export interface TrackedData extends JsonQuestion {
  /** What the last version of the page gave. */
  readonly previous?: unknown;
}

export interface AnswerRequest extends Omit<ModelCall, 'isLocked'> {
  readonly page: ConvertedPage;
  readonly options: ScrapeOptions;
  readonly trackedQuestion?: TrackedData | undefined;
  /** Whether the caller asked that nothing be kept anywhere. */
  readonly isPrivate: boolean;
}

export interface PageAnswers {
  /** The formats that were requested, with those that the model has made. */
  readonly document: Partial<Document>;
  /** What change tracking compares; undefined where the model failed to make it. */
  readonly trackedData?: unknown;
  readonly warnings: readonly string[];
  /** Formats of the model that cost credits, and that were made. */
  readonly billedFormats: number;
}

export interface PageModelDependencies {
  readonly model: TeamModel;
  readonly checker: Pick<JsonCheck, 'check'>;
}

/** One value that the model makes of a page. */
interface PageTask {
  readonly field: keyof Document | 'trackedData';
  readonly task: ModelTask | { readonly use: 'clean content' };
  readonly isBilled: boolean;
  failed(reason: string): string;
  readonly fallback?: null;
  /** What an earlier version of the page gave for the same task. */
  readonly previous?: unknown;
}

/** How a value is made, and what decides it. */
interface Recipe {
  /**
   * What determines the answer, apart from the text of the page. Tasks with the same use and the same question share
   * their answer.
   */
  readonly question: unknown;
  /** Whether the model gets the page in parts, or as a whole. */
  readonly readsParts: boolean;
  make(ask: Ask, parts: readonly string[]): Promise<unknown>;
}

/** Makes the formats that need a language model. */
export class PageModel {
  readonly #model: TeamModel;
  readonly #checker: Pick<JsonCheck, 'check'>;

  constructor({ model, checker }: PageModelDependencies) {
    this.#model = model;
    this.#checker = checker;
  }

  /** Adds what the model makes of a page. What it cannot make is missing or null, and a warning says why. */
  async answer(request: AnswerRequest): Promise<PageAnswers> {
    const { page, options, trackedQuestion, team, signal } = request;
    if (!needsModel(options, trackedQuestion)) return { document: page.document, warnings: [], billedFormats: 0 };
    const check: Check = (work) => this.#checker.check(work, { team, job: 'pages' }, signal);
    const text = withoutData(page.document.markdown ?? '');
    let parts: PageParts | undefined;
    const values: Record<string, unknown> = requestedDocument(page, options);
    const warnings: string[] = [];
    let billedFormats = 0;
    for (const task of tasksOf(options, trackedQuestion)) {
      const pageValue = valueOfPage(task, request);
      if (pageValue) {
        values[task.field] = pageValue.value;
        continue;
      }
      const recipe = recipeOf(task, page.evidence, check);
      parts ??= partsOf(text);
      try {
        values[task.field] = await this.#make(request, task, recipe, text, parts.parts);
        if (task.isBilled) billedFormats += 1;
        if (recipe.readsParts && parts.isCut) warnings.push(cutWarning(task, parts));
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        if (task.fallback !== undefined) values[task.field] = task.fallback;
        warnings.push(failureWarning(task, error));
      }
    }
    const { trackedData, ...document } = values;
    return { document, trackedData, warnings, billedFormats };
  }

  /** The options to convert a page with, so that the model has what it reads. */
  conversionOptions(options: ScrapeOptions, trackedQuestion?: JsonQuestion): ConversionOptions {
    if (!needsModel(options, trackedQuestion)) return options;
    const others = formatsOf(options).filter((format) => !modelTask(format) && format.type !== 'markdown');
    const hasJson = trackedQuestion !== undefined || requestedFormat(options, 'json') !== undefined;
    return {
      ...options,
      formats: [...others, 'markdown'],
      ...(hasJson && { evidence: { schemas: schemasOf(options, trackedQuestion) } }),
    };
  }

  async #make(
    request: AnswerRequest,
    { task, field }: PageTask,
    { question, readsParts, make }: Recipe,
    text: string,
    parts: readonly string[],
  ): Promise<unknown> {
    if (request.page.isUnparsed) throw new ModelFailure('the file was not parsed');
    if (field === 'markdown' && request.isPrivate) {
      throw new ModelFailure('it is not compatible with zero data retention');
    }
    if (text.trim() === '') throw new ModelFailure('the page has no text');
    const call = { ...request, isLocked: request.options.lockdown };
    return this.#model.answer(call, {
      use: task.use,
      question: [question, text],
      make: (ask) => make(ask, readsParts ? parts : [text]),
    });
  }
}

/** Everything that the options ask of the model. */
function tasksOf(options: ScrapeOptions, trackedQuestion: TrackedData | undefined): PageTask[] {
  const formats = formatsOf(options);
  const json = jsonFormat(formats);
  const tasks = formats
    .filter((format) => format.type !== 'json' || format === json)
    .flatMap((format) => formatTask(format) ?? []);
  return [
    ...(trackedQuestion ? [trackingTask(trackedQuestion)] : []),
    ...tasks,
    ...(options.onlyCleanContent && hasMarkdown(options) ? [CLEAN_CONTENT] : []),
  ];
}

function formatTask(format: FormatOptions): PageTask | undefined {
  const { field, model } = definitionOf(format);
  const task = model?.task(format);
  return model && task && { ...model, field, task };
}

function modelTask(format: FormatOptions): ModelTask | undefined {
  return definitionOf(format).model?.task(format);
}

function trackingTask({ previous, schema, prompt }: TrackedData): PageTask {
  return {
    field: 'trackedData',
    task: { use: 'json', schema, prompt },
    isBilled: true,
    failed: (reason) => `Changes by key were not tracked: ${reason}.`,
    previous,
  };
}

const CLEAN_CONTENT: PageTask = {
  field: 'markdown',
  task: { use: 'clean content' },
  isBilled: false,
  failed: (reason) => `onlyCleanContent was ignored, and the original Markdown is kept: ${reason}.`,
};

/** What the structured data of the page give for a task, so that the model need not be asked. */
function valueOfPage({ task }: PageTask, request: AnswerRequest): { readonly value: unknown } | undefined {
  if (task.use !== 'json' || task.prompt || !task.schema) return undefined;
  const { evidence } = request.page;
  const { value } = evidence?.values[schemasOf(request.options, request.trackedQuestion).indexOf(task.schema)] ?? {};
  return value === undefined ? undefined : { value };
}

function recipeOf({ task, previous }: PageTask, evidence: Evidence | undefined, check: Check): Recipe {
  switch (task.use) {
    case 'json': {
      const { schema, prompt } = task;
      const structuredData = evidence?.data ?? '';
      return {
        // What an earlier version gave decides the form alone: the same page and task have the same answer without it.
        question: [schema, prompt, structuredData],
        readsParts: true,
        make: (ask, parts) => answerJson(ask, check, { schema, prompt, structuredData, previous, parts }),
      };
    }
    case 'answer':
      return {
        question: task.question,
        readsParts: true,
        make: (ask, parts) => answerQuestion(ask, task.question, parts),
      };
    case 'summary':
      return { question: undefined, readsParts: true, make: answerSummary };
    case 'clean content':
      return { question: undefined, readsParts: false, make: (ask, [text = '']) => cleanContent(ask, text) };
  }
}

/** The `json` format of a call. If the call has one with options, a further `json` without options adds nothing. */
function jsonFormat(formats: readonly FormatOptions[]): FormatOptions | undefined {
  const json = formats.filter((format) => format.type === 'json');
  return json.find(({ schema, prompt }) => schema !== undefined || prompt !== undefined) ?? json[0];
}

/** The document without the Markdown that only the model reads. */
function requestedDocument({ document }: ConvertedPage, options: ScrapeOptions): Partial<Document> {
  if (hasMarkdown(options)) return { ...document };
  const { markdown: _markdown, ...rest } = document;
  return rest;
}

function failureWarning(task: PageTask, error: ModelFailure): string {
  const advice = error instanceof OutOfTime ? '; send a longer `timeout`' : '';
  return task.failed(`${error.message}${advice}`);
}

function cutWarning({ field }: PageTask, { parts }: PageParts): string {
  const characters = parts.reduce((sum, part) => sum + part.length, 0);
  const name = field === 'trackedData' ? 'what is compared by key' : `\`${field}\``;
  return `The page is long: ${name} is made of its first ${characters} characters.`;
}

function needsModel(options: ScrapeOptions, trackedQuestion: JsonQuestion | undefined): boolean {
  return trackedQuestion !== undefined || formatsOf(options).some(modelTask) || options.onlyCleanContent === true;
}

/** The schemas that the structured data of the page may answer alone. */
function schemasOf(options: ScrapeOptions, trackedQuestion: JsonQuestion | undefined) {
  const formats: readonly JsonQuestion[] = formatsOf(options).filter((format) => format.type === 'json');
  return [...formats, ...(trackedQuestion ? [trackedQuestion] : [])].flatMap(({ schema, prompt }) =>
    schema && !prompt ? [schema] : [],
  );
}

function hasMarkdown(options: ScrapeOptions): boolean {
  return formatsOf(options).some((format) => format.type === 'markdown');
}

/** The formats of a call, which has Markdown where it names none. */
function formatsOf(options: ScrapeOptions): FormatOptions[] {
  return requestedFormats(conversionOptions(options));
}
