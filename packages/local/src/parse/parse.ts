import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import type { ParseOptions } from '@trawl/client';
import { DOCUMENT_EXTENSIONS } from '@trawl/convert/detect';
import { pageCredits } from '../accounts/credits.js';
import { isAnonymous } from '../accounts/teams.js';
import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import type { Convert, Converted } from '../convert/convert.js';
import type { ConvertedPage, PageAnswers, PageModel } from '../model/page-model.js';
import { untilForExtras, withDeadline } from '../scrape/deadline.js';
import { documentOf } from '../scrape/document.js';
import { missingWarnings } from '../scrape/missing-abilities.js';
import { asRefusal, fileNamed, timedOut } from '../scrape/scrape-failure.js';
import type { TimeLimit } from '../scrape/scrape-plan.js';
import type { ScrapeResult } from '../scrape/scrape-task.js';
import { pdfAsFile } from '../scrape/unparsed-pdf.js';
import type { UploadedFile } from './uploads.js';

export interface ParseTask {
  readonly file: UploadedFile;
  readonly options: ParseOptions;
  readonly team: string;
  readonly signal?: AbortSignal | undefined;
}

/** Turns a file into a document; throws the documented `Refusal` when that fails. */
export type Parse = (task: ParseTask) => Promise<ScrapeResult>;

const HTML_EXTENSIONS = ['html', 'htm', 'xhtml'];

/** Uploaded files have no URL, so their relative links resolve to a host that does not exist. */
const UPLOAD_BASE_URL = 'https://parse.invalid/uploads/';

export interface ParseDependencies {
  readonly convert: Convert;
  readonly clock: Clock;
  /** Makes the formats that need a language model, if there is one. */
  readonly model?: PageModel | undefined;
}

export function createParse(dependencies: ParseDependencies): Parse {
  const { timeout: defaultTimeout = 0 } = contractDefaults('ParseOptions');
  return async (task) => {
    const timeoutMs = task.options.timeout ?? defaultTimeout;
    try {
      return await withDeadline(
        timeoutMs,
        () => timedOut(timeoutMs),
        task.signal,
        (signal) => parse(task, { timeoutMs, signal }, dependencies),
      );
    } catch (error) {
      throw asRefusal(error, fileNamed(task.file.filename));
    }
  };
}

/** A file that was converted, or that is returned as it is. */
type ConvertedFile = Converted & Pick<ConvertedPage, 'isUnparsed'>;

/** The steps of a parse, in their order. */
async function parse(task: ParseTask, time: TimeLimit, dependencies: ParseDependencies): Promise<ScrapeResult> {
  const { file, options } = task;
  refuseEmpty(file);
  const endsAt = untilForExtras(dependencies.clock.now(), time.timeoutMs);
  const scrapeId = randomUUID();
  const url = UPLOAD_BASE_URL + encodeURIComponent(file.filename);
  const convertedFile = await convertFile(url, task, { endsAt, signal: time.signal }, dependencies);
  const answers = await askModel(convertedFile, task, { endsAt, signal: time.signal }, dependencies);
  const creditsUsed = pageCredits({
    pdfPages: convertedFile.metadata.numPages ?? undefined,
    pdfAsFile: convertedFile.isUnparsed,
    modelFormats: answers.billedFormats,
  });
  const abilities = {
    canRender: false,
    hasScreenshot: false,
    hasModel: dependencies.model !== undefined,
    hasEnhancedProxy: false,
  };
  const document = documentOf(
    answers.document,
    convertedFile.metadata,
    { scrapeId, sourceURL: file.filename, url, statusCode: 200, contentType: file.contentType, creditsUsed },
    [...convertedFile.warnings, ...answers.warnings, ...missingWarnings({ formats: options.formats ?? [] }, abilities)],
  );
  return { document, scrapeId, creditsUsed, links: convertedFile.links };
}

function refuseEmpty({ filename, body }: UploadedFile): void {
  if (body.length > 0) return;
  const { name, advice, refusalOf } = fileNamed(filename);
  throw refusalOf(`${name} is empty.${advice}`);
}

async function convertFile(
  url: string,
  { file, options, team }: ParseTask,
  { endsAt: until, signal }: { readonly endsAt: number; readonly signal: AbortSignal },
  { convert, model }: ParseDependencies,
): Promise<ConvertedFile> {
  const named = { url, contentType: byExtension(file), body: file.body };
  const unparsedPdf = pdfAsFile(named, options);
  if (unparsedPdf) return { ...unparsedPdf, isUnparsed: true };
  const conversionOptions = model?.conversionOptions(options) ?? options;
  return {
    ...(await convert(named, conversionOptions, { owner: { team, job: 'files' }, signal, until })),
    isUnparsed: false,
  };
}

/** Asks the language model for the formats that need it. Without a model the file has what was converted. */
async function askModel(
  page: ConvertedFile,
  { options, team }: ParseTask,
  time: { readonly endsAt: number; readonly signal: AbortSignal },
  { model }: ParseDependencies,
): Promise<PageAnswers> {
  if (!model) return { document: page.document, warnings: [], billedFormats: 0 };
  const isPrivate = options.zeroDataRetention === true;
  return model.answer({
    page,
    options,
    team,
    deadline: time.endsAt,
    signal: time.signal,
    isPrivate,
    isStored: !isPrivate && !isAnonymous(team),
  });
}

/** Refuses files with an unsupported extension. */
export function refuseUnsupported(filename: string): void {
  const extensions = [...HTML_EXTENSIONS, ...DOCUMENT_EXTENSIONS];
  if (hasExtension(filename, extensions)) return;
  const [old, current] = Object.entries(CURRENT_EXTENSIONS).find(([old]) => hasExtension(filename, [old])) ?? [];
  const advice = old === undefined ? '' : ` This server has no reader for .${old}: save the file as .${current}.`;
  throw new Refusal(
    'UNSUPPORTED_FILE_TYPE',
    `Unsupported upload type. Supported file extensions: .${extensions.join(', .')}.${advice}`,
  );
}

/** The older formats of office programs, and what the same programs write now. */
const CURRENT_EXTENSIONS: Readonly<Record<string, string>> = { doc: 'docx', ppt: 'pptx' };

/**
 * The name decides the type of a file. The media type is used only for its character set, because callers seldom know
 * the media type.
 */
function byExtension({ filename, contentType = '' }: UploadedFile): string {
  const charset = /;\s*charset=.*/is.exec(contentType)?.[0] ?? '';
  return (hasExtension(filename, HTML_EXTENSIONS) ? 'text/html' : 'application/octet-stream') + charset;
}

function hasExtension(filename: string, extensions: readonly string[]): boolean {
  return extensions.some((extension) => filename.toLowerCase().endsWith(`.${extension}`));
}
