import { setMaxListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@trawl/base/clock';
import type { RecognizedPage, UnreadPage } from '@trawl/convert';
import { Slots, type WorkOwner } from '@trawl/convert/workers';
import { findProgram, type ProgramName } from '../programs/find-program.js';
import { optionList } from '../programs/option-list.js';
import { inFolder, type ProgramEnd, runProgram } from '../programs/run-program.js';
import { type RecognizedPicture, readHocr } from './hocr.js';
import { isPicture, PICTURE_FORMATS } from './picture-format.js';

/** Recognizes characters in pictures, by programs of this machine that are started for each. */
export interface Ocr {
  /** Why pages of PDFs, or images, are not recognized, as a sentence; undefined where the programs were found. */
  readonly missing: { readonly pdf: string | undefined; readonly image: string | undefined };
  /** What is used, or what is missing and how to get it, in a sentence. */
  readonly about: string;
  /** Recognizes pages of a PDF, as far as its time reaches. */
  readPages(pdf: Uint8Array, pages: readonly UnreadPage[], limits: RecognitionLimits): Promise<Recognition>;
  readImage(image: Uint8Array, limits: RecognitionLimits): Promise<Recognition>;
  /** Ends the programs that run. */
  close(): Promise<void>;
}

export interface RecognitionLimits {
  /** Whom it is for: teams take turns. */
  readonly owner: WorkOwner;
  readonly signal: AbortSignal;
  /** When it has to end with what there is, in milliseconds since 1970. By default the time limit of the operator counts alone. */
  readonly until?: number | undefined;
}

export interface Recognition {
  /** Those that were recognized, also without any character. */
  readonly pages: readonly RecognizedPage[];
  readonly warnings: readonly string[];
}

export interface OcrOptions {
  readonly tesseract: string | undefined;
  readonly pdftoppm: string | undefined;
  /** The languages of pages, by the names that `tesseract` has for them. Without any, all that are installed. */
  readonly languages: readonly string[];
  /** Seconds for all pages of one file. */
  readonly maxSeconds: number;
  readonly clock: Clock;
}

const TESSERACT: ProgramName = {
  setting: 'tesseract',
  file: 'tesseract',
  how: '`apt-get install tesseract-ocr` in Debian and Ubuntu, with `tesseract-ocr-deu` and so on for more languages',
};

const PDFTOPPM: ProgramName = {
  setting: 'pdftoppm',
  file: 'pdftoppm',
  how: '`apt-get install poppler-utils` in Debian and Ubuntu',
};

/** Pixels for an inch, at which characters of usual sizes are recognized best. */
const DPI = 300;

/** The longer side of a picture, in pixels. A page that is larger is shown smaller. */
const MAX_SIDE = 5_000;

const MEBIBYTE = 1024 ** 2;

const LIMITS = { memoryBytes: 2 * 1024 * MEBIBYTE, fileBytes: 128 * MEBIBYTE };

/** Programs at once. Each keeps one processor busy. A team that has none does not wait for the last of them. */
const PROGRAMS = Math.max(1, availableParallelism() - 1);

/** Below this confidence, text that was recognized has many wrong words. */
const SURE = 70;

const NO_PICTURE = `Characters are recognized in pictures of the formats ${PICTURE_FORMATS}. This file has none of them.`;

export function openOcr(options: OcrOptions): Ocr {
  const tesseract = findProgram(TESSERACT, options.tesseract);
  const pdftoppm = findProgram(PDFTOPPM, options.pdftoppm);
  const image = tesseract.path === undefined ? sentence(tesseract.missing) : undefined;
  const pdf = image ?? (pdftoppm.path === undefined ? sentence(pdftoppm.missing) : undefined);
  const reader = new Recognizer(options, tesseract.path ?? '', pdftoppm.path ?? '');
  return {
    missing: { pdf, image },
    about: aboutOf(tesseract, pdftoppm),
    readPages: (body, pages, limits) => reader.readPages(body, pages, limits),
    readImage: (body, limits) => reader.readImage(body, limits),
    close: () => reader.close(),
  };
}

const sentence = (missing: string) => `Characters in pictures are not recognized here: ${missing}.`;

function aboutOf(tesseract: ReturnType<typeof findProgram>, pdftoppm: ReturnType<typeof findProgram>): string {
  if (tesseract.path === undefined) return `none: ${tesseract.missing}`;
  return pdftoppm.path === undefined
    ? `${tesseract.path}, for images alone; for pages of PDFs, ${pdftoppm.missing}`
    : `${tesseract.path} and ${pdftoppm.path}`;
}

/** A picture in the folder, and the page that it shows. */
interface Picture {
  readonly file: string;
  readonly dpi?: number | undefined;
}

class Recognizer {
  readonly #options: OcrOptions;
  readonly #tesseract: string;
  readonly #pdftoppm: string;
  readonly #slots = new Slots('ocr', { service: PROGRAMS, team: PROGRAMS, most: PROGRAMS + 2 });
  readonly #closing = new AbortController();
  readonly #works = new Set<Promise<unknown>>();
  #languages: Promise<string> | undefined;

  constructor(options: OcrOptions, tesseract: string, pdftoppm: string) {
    this.#options = options;
    this.#tesseract = tesseract;
    this.#pdftoppm = pdftoppm;
  }

  async readPages(pdf: Uint8Array, pages: readonly UnreadPage[], limits: RecognitionLimits): Promise<Recognition> {
    return this.#inTime(limits, async (folder, signal) => {
      await writeFile(join(folder, 'file.pdf'), pdf);
      return this.#readAll(pages, { owner: limits.owner, signal }, async ({ pageNumber, width, height }) => {
        const side = Math.max(1, Math.min(MAX_SIDE, Math.round((Math.max(width, height) / 72) * DPI)));
        const render = optionList({ '-f': pageNumber, '-l': pageNumber, '-scale-to': side });
        const name = `page-${pageNumber}`;
        const args = ['-gray', '-singlefile', ...render, 'file.pdf', name];
        refuseFailure(await this.#run(this.#pdftoppm, args, folder, signal));
        const dpi = Math.round((side * 72) / Math.max(width, height));
        return this.#readPicture(folder, { file: `${name}.pgm`, dpi }, signal);
      });
    });
  }

  async readImage(image: Uint8Array, limits: RecognitionLimits): Promise<Recognition> {
    if (!isPicture(image)) return { pages: [], warnings: [NO_PICTURE] };
    return this.#inTime(limits, async (folder, signal) => {
      await writeFile(join(folder, 'image'), image);
      const page = { pageNumber: 1, width: 0, height: 0 };
      return this.#readAll([page], { owner: limits.owner, signal }, () =>
        this.#readPicture(folder, { file: 'image' }, signal),
      );
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server closes.'));
    await Promise.allSettled(this.#works);
  }

  /** Does the work until its time ends; throws the reason of the signal of the caller. */
  async #inTime(
    { signal: outer, until = Number.POSITIVE_INFINITY }: RecognitionLimits,
    read: (folder: string, signal: AbortSignal) => Promise<Recognition>,
  ): Promise<Recognition> {
    const { maxSeconds, clock } = this.#options;
    const leftMs = Math.max(0, Math.min(maxSeconds * 1000, until - clock.now()));
    const signal = AbortSignal.any([outer, this.#closing.signal, AbortSignal.timeout(leftMs)]);
    // All pages that wait listen.
    setMaxListeners(0, signal);
    const work = inFolder((folder) => read(folder, signal));
    this.#works.add(work);
    try {
      const recognition = await work;
      outer.throwIfAborted();
      this.#closing.signal.throwIfAborted();
      return recognition;
    } finally {
      this.#works.delete(work);
    }
  }

  /** Reads pages, as many at once as there are places. One that fails does not end the others. */
  async #readAll(
    pages: readonly UnreadPage[],
    { owner, signal }: Pick<RecognitionLimits, 'owner' | 'signal'>,
    read: (page: UnreadPage) => Promise<RecognizedPicture>,
  ): Promise<Recognition> {
    const recognized: RecognizedPage[] = [];
    const [unsure, failed, late]: [string[], string[], number[]] = [[], [], []];
    await Promise.all(
      pages.map(async (page) => {
        const { pageNumber } = page;
        try {
          const release = await this.#slots.acquire(owner, signal);
          const { confidence = 100, ...picture } = await read(page).finally(release);
          recognized.push({ pageNumber, ...picture });
          if (confidence < SURE) unsure.push(`${pageNumber} (${Math.round(confidence)} %)`);
        } catch (error) {
          if (signal.aborted) late.push(pageNumber);
          else failed.push(`${pageNumber} (${(error as Error).message})`);
        }
      }),
    );
    return { pages: recognized, warnings: warningsOf({ unsure, failed, late }) };
  }

  async #readPicture(folder: string, { file, dpi }: Picture, signal: AbortSignal): Promise<RecognizedPicture> {
    this.#languages ??= this.#installedLanguages(folder, signal);
    const languages = await this.#languages.catch((error) => {
      this.#languages = undefined;
      throw error;
    });
    const args = [file, 'stdout', ...optionList({ '-l': languages, '--dpi': dpi }), 'hocr'];
    return readHocr(refuseFailure(await this.#run(this.#tesseract, args, folder, signal)).output);
  }

  /** The names of the languages, joined as `tesseract` takes them. */
  async #installedLanguages(folder: string, signal: AbortSignal): Promise<string> {
    const { languages } = this.#options;
    if (languages.length > 0) return languages.join('+');
    const { output } = refuseFailure(await this.#run(this.#tesseract, ['--list-langs'], folder, signal));
    const names = output
      .split('\n')
      .slice(1)
      .map((name) => name.trim());
    const installed = names.filter((name) => name !== '' && name !== 'osd' && !name.includes('/'));
    if (installed.length === 0) throw new Error('tesseract has no language: install one, such as tesseract-ocr-eng');
    return installed.join('+');
  }

  #run(path: string, args: readonly string[], folder: string, signal: AbortSignal): Promise<ProgramEnd> {
    // More threads for one page take more time of the processors, and hardly end earlier.
    return runProgram({ path, args, folder, signal, limits: LIMITS, environment: { OMP_THREAD_LIMIT: '1' } });
  }
}

function refuseFailure(end: ProgramEnd): ProgramEnd {
  if (end.status === 0) return end;
  throw new Error(end.lastWords.split('\n').at(-1) || `it ended with ${end.status}`);
}

interface Problems {
  readonly unsure: readonly string[];
  readonly failed: readonly string[];
  readonly late: readonly number[];
}

function warningsOf({ unsure, failed, late }: Problems): string[] {
  const sentences = [
    ['Characters were recognized with little confidence, and words may be wrong, on', unsure],
    ['Characters could not be recognized on', failed],
    ['There was no time to recognize characters (`timeout`, --ocr-seconds) on', late],
  ] as const;
  return sentences.flatMap(([start, pages]) => (pages.length === 0 ? [] : [`${start} ${pagesOf(pages)}.`]));
}

const MAX_NAMED = 10;

function pagesOf(pages: readonly (string | number)[]): string {
  const named = pages.slice(0, MAX_NAMED).join(', ');
  return `${pages.length === 1 ? 'page' : 'pages'} ${named}${pages.length > MAX_NAMED ? ', …' : ''}`;
}
