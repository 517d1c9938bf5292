import { createHash } from 'node:crypto';
import type { ExtractRequest, ScrapeOptions } from '@trawl/client';
import { exactly, modelFormatCredits, pageEstimate } from '../accounts/credits.js';
import { CreditsLacking } from '../accounts/plan.js';
import { withScheme } from '../contract/page-url.js';
import { Refusal } from '../contract/refusal.js';
import type { Ask } from '../model/conversation.js';
import { answerJson } from '../model/json-answer.js';
import { ModelFailure } from '../model/model.js';
import { partsOf } from '../model/page-parts.js';
import { withoutData } from '../model/without-data.js';
import { extractPages, type FoundPages } from './extract-pages.js';
import type { ModelJobResult } from './model-job.js';
import type { ModelWork, ModelWorker } from './model-kind.js';
import { valuesOf } from './sources.js';
import type { WebToolDependencies } from './web-tools.js';

/** What an extraction goes on with after a restart. */
interface ExtractProgress {
  readonly found: FoundPages;
  /** The pages that were charged for. */
  readonly paid: readonly string[];
  /** The answers of the model by what it was asked. */
  readonly answers: Readonly<Record<string, string>>;
}

/** Text of a page with its URL. */
interface PagePart {
  readonly url: string;
  readonly text: string;
}

/** A page that is no source: it says what went wrong. */
class ErrorPage extends ModelFailure {
  constructor(status: number) {
    super(`the page answered with status ${status}.`);
  }
}

const DEFAULT_MS = 30 * 60_000;

/** Parts of all pages together, each of them a call of the model. */
const MAX_PARTS = 100;

/** Extracts data from several pages: from each what it says, merged in the order of the pages. */
export function extractWork(web: WebToolDependencies): ModelWorker<'extract'> {
  return {
    maxMs: ({ timeout = DEFAULT_MS }) => timeout,
    isFreeIfFailed: true,

    async run(work) {
      const { job, check } = work;
      const { request } = job;
      const progress = createProgress(work);
      const foundPages = progress.found ?? (await extractPages(web, work));
      await progress.setFound(foundPages);
      const { pages } = foundPages;
      const warnings = [...foundPages.warnings];
      const parts: PagePart[] = [];
      for (const url of pages) {
        if (parts.length >= MAX_PARTS) {
          warnings.push(notAllRead(pages.length, `their text has more than ${MAX_PARTS} parts`));
          break;
        }
        try {
          parts.push(...(await readParts(web, work, url, progress)));
        } catch (error) {
          if (error instanceof CreditsLacking) {
            warnings.push(notAllRead(pages.length, 'the credits are used up'));
            break;
          }
          const isLeftOut = request.ignoreInvalidURLs !== false || !isNamed(request, url);
          if (!(error instanceof Refusal || error instanceof ErrorPage) || !isLeftOut) throw error;
          warnings.push(`${url} was left out: ${error.message}`);
        }
      }
      if (parts.length === 0) throw new ModelFailure(`no page could be read. ${warnings.join(' ')}`.trim());
      const values: unknown[] = [];
      const data = await answerJson(progress.ask, check, {
        schema: request.schema ?? undefined,
        prompt: promptOf(request),
        structuredData: '',
        parts: parts.map(({ url, text }) => `${url}\n\n${text}`),
        onPart: (index, value) => {
          values[index] = value;
        },
      });
      return { data, sources: sourcesOf(data, values, parts), warnings };
    },
  };
}

/** Whether the caller has named the page, in place of a `*` or a search that found it. */
function isNamed({ urls }: ExtractRequest, page: string): boolean {
  return !!urls?.map(withScheme).includes(page);
}

async function readParts(
  { scraper }: WebToolDependencies,
  { job, signal, reserve, spend }: ModelWork<'extract'>,
  url: string,
  progress: ReturnType<typeof createProgress>,
): Promise<PagePart[]> {
  const { scrapeOptions = {}, threatProtection } = job.request;
  const options: ScrapeOptions = {
    ...(threatProtection && { threatProtection }),
    ...scrapeOptions,
    formats: ['markdown'],
  };
  const { least, most } = pageEstimate({ ...options, formats: ['json'] });
  const reservedCredits = progress.isPaid(url)
    ? Number.POSITIVE_INFINITY
    : await reserve({ least: least + modelFormatCredits(), most });
  const { document, creditsUsed } = await scraper.scrape({ url, options, team: job.team, job: job.id, signal });
  const { statusCode = 200 } = document.metadata ?? {};
  if (statusCode >= 400) throw new ErrorPage(statusCode);
  if (!progress.isPaid(url)) {
    const cost = creditsUsed + modelFormatCredits();
    if (cost > reservedCredits) await reserve(exactly(cost - reservedCredits));
    spend(cost);
    await progress.pay(url);
  }
  return partsOf(withoutData(document.markdown ?? '')).parts.map((text) => ({ url, text }));
}

/** Stores each page that was read, and each answer of the model: after a restart none is asked for again. */
function createProgress({ job, chat, finishStep }: ModelWork<'extract'>) {
  const storedProgress = job.progress as ExtractProgress | undefined;
  let progress: ExtractProgress = storedProgress ?? { found: { pages: [], warnings: [] }, paid: [], answers: {} };
  const store = (change: Partial<ExtractProgress>) => {
    progress = { ...progress, ...change };
    return finishStep(progress, []);
  };
  const ask: Ask = async (messages, json) => {
    const key = createHash('sha256').update(JSON.stringify(messages)).digest('base64');
    const knownAnswer = progress.answers[key];
    if (knownAnswer !== undefined) return knownAnswer;
    const answer = await chat.ask(messages, json);
    await store({ answers: { ...progress.answers, [key]: answer } });
    return answer;
  };
  return {
    ask,
    found: storedProgress?.found,
    setFound: async (foundPages: FoundPages) => (storedProgress ? undefined : store({ found: foundPages })),
    isPaid: (url: string) => progress.paid.includes(url),
    pay: (url: string) => store({ paid: [...progress.paid, url] }),
  };
}

function promptOf({ systemPrompt, prompt }: ExtractRequest): string | undefined {
  return [systemPrompt, prompt].filter((text) => text?.trim()).join('\n') || undefined;
}

function notAllRead(pages: number, cause: string): string {
  return `Not all of the ${pages} pages were read: ${cause}.`;
}

/** A value comes from the pages that say it at the same path; items of lists move when lists are joined. */
function sourcesOf(data: unknown, values: readonly unknown[], parts: readonly PagePart[]): ModelJobResult['sources'] {
  const pagesOfValue = new Map<string, Set<string>>();
  for (const [index, value] of values.entries()) {
    const { url = '' } = parts[index] ?? {};
    for (const leaf of valuesOf(value)) {
      const key = keyOfValue(leaf);
      pagesOfValue.set(key, (pagesOfValue.get(key) ?? new Set()).add(url));
    }
  }
  return Object.fromEntries(valuesOf(data).map((leaf) => [leaf.path, [...(pagesOfValue.get(keyOfValue(leaf)) ?? [])]]));
}

function keyOfValue({ path, value }: { readonly path: string; readonly value: unknown }): string {
  return JSON.stringify([path.replace(/\[\d+\]/g, '[]'), value]);
}
