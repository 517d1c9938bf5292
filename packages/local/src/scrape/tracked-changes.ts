import type { ChangeTrackingFormat, Document, ScrapeOptions } from '@trawl/client';
import { isNotShown } from '../changes/page-status.js';
import type { ChangeTracker, Remember } from '../changes/tracker.js';
import { isTooLong, MAX_PARSED_LINES, MAX_VERSION_BYTES } from '../changes/version-size.js';
import type { JsonQuestion } from '../formats/format-definition.js';
import { definitionOf, requestedFormat, requestedFormats } from '../formats/format-table.js';
import type { Page } from './page.js';
import type { ScrapeTask } from './scrape-task.js';

export type Tracking = Omit<ChangeTrackingFormat, 'type'>;

/** The options of `changeTracking`; undefined where it was not requested. */
export function trackingOf(options: ScrapeOptions): Tracking | undefined {
  return requestedFormat(options, 'changeTracking');
}

/** What a language model extracts to compare it by key, unless that is the JSON which the caller has requested. */
export function trackedByModel(tracking: Tracking | undefined, options: ScrapeOptions): JsonQuestion | undefined {
  if (!tracking?.modes?.includes('json')) return undefined;
  const { schema, prompt } = tracking;
  return !schema && prompt === undefined && hasJson(options) ? undefined : { schema, prompt };
}

/** Adds the JSON that is compared by key if there is no model and the caller did not request it. The contract requires the Markdown. */
export function withTrackedJson(options: ScrapeOptions, { modes = [], schema }: Tracking = {}): ScrapeOptions {
  if (!modes.includes('json') || !schema || hasJson(options)) return options;
  return { ...options, formats: [...(options.formats ?? []), { type: 'json', schema }] };
}

/** Leaves out the JSON that was added for the comparison. */
export function withoutTrackedJson(
  content: Partial<Document>,
  conversionOptions: ScrapeOptions,
  callerOptions: ScrapeOptions,
): Partial<Document> {
  if (conversionOptions === callerOptions) return content;
  const { json: _, ...rest } = content;
  return rest;
}

/** Whether changes can be found: there is a version that is stored, and this one was fetched. */
export function isComparable({ isCached }: Page, isStored: boolean): boolean {
  return isStored && !isCached;
}

export interface PageVersion {
  readonly page: Page;
  readonly markdown?: string | null | undefined;
  /** What is compared by key: null or undefined where it could not be made. */
  readonly json?: unknown;
  readonly isStored: boolean;
  readonly hasModel: boolean;
}

export interface PageChanges {
  readonly document: Partial<Document>;
  readonly warnings: readonly string[];
  readonly remember?: Remember;
}

/** Compares a page with its last version. */
export async function changesOf(
  tracker: ChangeTracker,
  tracking: Tracking,
  { team, url, signal }: ScrapeTask,
  { page, markdown, json, isStored, hasModel }: PageVersion,
): Promise<PageChanges> {
  if (!isStored) return { document: {}, warnings: [NOT_STORED] };
  if (page.isCached) return { document: {}, warnings: [NOT_FETCHED] };
  if (isNotShown(page.status)) return { document: {}, warnings: [NOT_SHOWN] };
  const { modes = [], tag, schema } = tracking;
  if (isTooLong({ markdown: markdown ?? '', json })) return { document: {}, warnings: [TOO_LONG] };
  const isMissing = modes.includes('json') && (json === null || json === undefined);
  // Data that could not be extracted has not disappeared from the page. So the next version is compared with the data
  // of the last one that has it.
  const comparableJson = isMissing ? (await tracker.last({ team, url }, tag))?.json : json;
  const version = { team, url, statusCode: page.status, markdown: markdown ?? '' };
  const { changes, remember } = await tracker.track(
    { ...version, ...(comparableJson !== undefined && { json: comparableJson }) },
    { ...tracking, modes: isMissing ? modes.filter((mode) => mode !== 'json') : modes },
    signal,
  );
  const { diff } = changes;
  const warnings = [
    ...(isMissing && !schema && !hasModel ? [NO_SCHEMA] : []),
    ...(diff && typeof diff === 'object' && diff.json === undefined ? [DIFF_TOO_LONG] : []),
  ];
  return { document: { changeTracking: changes }, warnings, remember };
}

const TOO_LONG = `Changes were not tracked: the Markdown and the extracted data have more than ${MAX_VERSION_BYTES} bytes together as JSON, and no more are compared.`;

const NOT_STORED = 'Changes were not tracked: that needs a copy of the page to be kept.';

const NOT_FETCHED =
  'Changes were not tracked: that needs the page to be fetched, and with `minAge` only the cache is read.';

const NOT_SHOWN = 'Changes were not tracked: that needs the page to be shown.';

const NO_SCHEMA =
  'Changes by key were not tracked: without a schema they need a language model, which this server does not have (--model-url).';

const DIFF_TOO_LONG = `The diff has more than ${MAX_PARSED_LINES} lines: \`json\` does not take it apart.`;

function hasJson(options: ScrapeOptions): boolean {
  return requestedFormats(options).some((format) => definitionOf(format).field === 'json');
}
