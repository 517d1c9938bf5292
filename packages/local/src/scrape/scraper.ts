import { randomUUID } from 'node:crypto';
import type { ChangeTrackingFormat, Document, Format, ScrapeOptions } from '@trawl/client';
import { MAX_PARSED_LINES } from '../changes/text-diff.js';
import type { ChangeTracker } from '../changes/tracker.js';
import { contractDefaults } from '../contract/contract.js';
import { pack } from '../convert/compression.js';
import type { Convert, ConvertedPage } from '../convert/convert-pool.js';
import { nextTurn } from '../event-loop.js';
import type { ConversionResult } from '../page/page.js';
import type { SearchIndex } from '../search/index-entry.js';
import { pageCredits } from '../team/credits.js';
import type { ThreatPolicies } from '../team/threat-policies.js';
import { withDeadline } from './deadline.js';
import { documentOf } from './document.js';
import { createPageSource, type Page, type PageSourceDependencies } from './page-source.js';
import { retentionOf } from './retention.js';
import { asRefusal, timedOut } from './scrape-failure.js';
import type { ScrapeResult, Scraper, ScrapeTask } from './scrape-task.js';
import { threatGuard } from './threat-protection.js';
import { base64Of, hasRawBase64, pdfAsFile } from './unparsed-pdf.js';
import { formatName, refuseUnsupported, unsupportedOptions } from './unsupported.js';

/** A scrape on behalf of a user, for the audit log. */
export interface AuditEvent {
  readonly scrapeId: string;
  readonly team: string;
  readonly username: string;
  /** Null when the URL must not be logged. */
  readonly url: string | null;
}

export interface ScraperDependencies extends PageSourceDependencies {
  readonly convert: Convert;
  readonly index: Pick<SearchIndex, 'add'>;
  readonly policies: Pick<ThreatPolicies, 'get'>;
  readonly tracker: ChangeTracker;
  readonly audit: (event: AuditEvent) => void;
}

/** From this many bytes on, each step of a page blocks the event loop for a noticeable time. */
const LARGE_BYTES = 1024 * 1024;

export function createScraper(dependencies: ScraperDependencies): Scraper {
  const { convert, index, policies, tracker, audit } = dependencies;
  const source = createPageSource(dependencies);
  const { timeout: defaultTimeout = 0 } = contractDefaults('ScrapeOptions');

  async function scrape(task: ScrapeTask, timeoutMs: number, signal: AbortSignal): Promise<ScrapeResult> {
    // In the queue for workers, the single pages of a team count as one more job.
    const { url, team, options, job = `pages of ${team}` } = task;
    const scrapeId = randomUUID();
    const isSecret = task.zeroDataRetention || options.lockdown;
    if (options.auditMetadata) {
      audit({ scrapeId, team, username: options.auditMetadata.username, url: isSecret ? null : url });
    }
    const retention = retentionOf(task);
    const guard = threatGuard(policies.get(team), options.threatProtection);
    const request = { url, options, team, cacheFor: retention.cacheFor, timeoutMs, signal, admit: guard.admit };
    const page = await source(request);

    const size = page.body.length;
    const tracking = options.formats?.find((format) => formatName(format) === 'changeTracking');
    const asFile = pdfAsFile(page, options);
    const convertOptions = tracking ? withComparedJson(options, tracking) : options;
    const { packed, ...converted }: ConvertedPage = asFile
      ? { ...asFile, packed: page.store && (await pack(page.body)) }
      : await convert(requestOf(page, convertOptions), { group: job, signal, pack: page.store !== undefined });
    // Receiving a large page from the worker took time, and so does each step that follows: other work gets its turn in between.
    if (size > LARGE_BYTES) await nextTurn(signal);
    if (page.store && packed) {
      page.store(packed);
      // The index would hold the personal data that the caller has redacted.
      if (!options.redactPII) for (const owner of retention.cacheFor) addToIndex(owner, page, converted);
      if (size > LARGE_BYTES) await nextTurn(signal);
    }

    const creditsUsed = pageCredits({
      pdfPages: converted.metadata.numPages ?? undefined,
      pdfAsFile: asFile !== undefined,
      lockdown: options.lockdown ? 'hit' : undefined,
      checkedUrls: guard.isOn ? 1 : 0,
    });
    const facts = {
      scrapeId,
      sourceURL: url,
      url: page.url,
      statusCode: page.status,
      contentType: page.contentType,
      creditsUsed,
      ...(page.isCached
        ? ({ cacheState: 'hit', cachedAt: new Date(page.fetchedAt).toISOString() } as const)
        : ({ cacheState: 'miss' } as const)),
    };
    const changes = tracking && (await changesOf(tracking, { ...task, signal }, page, converted, retention.version));
    const warnings = [
      ...converted.warnings,
      ...unsupportedOptions(options),
      ...guard.warnings,
      ...(changes?.warnings ?? []),
    ];
    const content = withoutAddedJson(converted.document, convertOptions, options);
    const bytes = hasRawBase64(options.formats) ? { rawBase64: base64Of(page.body) } : {};
    const document = documentOf({ ...content, ...bytes, ...changes?.document }, converted.metadata, facts, warnings);
    const { links, searchable } = converted;
    return { document, scrapeId, creditsUsed, links, searchable, remember: changes?.remember };
  }

  function addToIndex(
    team: string,
    { url, contentType = '', fetchedAt }: Page,
    { searchable }: ConversionResult,
  ): void {
    const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    index.add(team, { ...searchable, url, contentType: mediaType, seenAt: fetchedAt });
  }

  async function changesOf(
    format: Format,
    { team, url, signal }: ScrapeTask,
    { status, isCached }: Page,
    { document }: ConversionResult,
    isStored: boolean,
  ): Promise<{ document: Partial<Document>; warnings: string[]; remember?: () => void }> {
    if (!isStored) return { document: {}, warnings: [NOT_STORED] };
    if (isCached) return { document: {}, warnings: [NOT_FETCHED] };
    const options: Omit<ChangeTrackingFormat, 'type'> = isTracking(format) ? format : {};
    const { markdown, json } = document;
    const current = { team, url, statusCode: status, markdown: markdown ?? '', ...(json !== undefined && { json }) };
    const { changes, remember } = await tracker.track(current, options, signal);
    const { diff } = changes;
    const warnings = [
      ...(options.modes?.includes('json') && !options.schema ? [NO_SCHEMA] : []),
      ...(diff && typeof diff === 'object' && diff.json === undefined ? [DIFF_TOO_LONG] : []),
    ];
    return { document: { changeTracking: changes }, warnings, remember };
  }

  return {
    async scrape(task) {
      refuseUnsupported(task.options, defaultTimeout);
      const timeoutMs = task.options.timeout ?? defaultTimeout;
      try {
        return await withDeadline(
          timeoutMs,
          () => timedOut(timeoutMs),
          task.signal,
          (signal) => scrape(task, timeoutMs, signal),
        );
      } catch (error) {
        throw asRefusal(error);
      }
    },
  };
}

function requestOf({ url, contentType, body }: Page, options: ScrapeOptions) {
  return { url, contentType, body, options };
}

const NOT_STORED = 'Changes were not tracked: that needs a copy of the page to be kept.';

const NOT_FETCHED =
  'Changes were not tracked: that needs the page to be fetched, and with `minAge` only the cache is read.';

const NO_SCHEMA =
  'Changes by key were not tracked: without a language model, this server needs the schema of what to compare.';

const DIFF_TOO_LONG = `The diff has more than ${MAX_PARSED_LINES} lines: \`json\` does not take it apart.`;

/** Adds the JSON that change tracking compares by key, if the caller did not request it. The contract requires the Markdown. */
function withComparedJson(options: ScrapeOptions, format: Format): ScrapeOptions {
  const { formats = [] } = options;
  const { modes = [], schema } = isTracking(format) ? format : {};
  const isMissing = modes.includes('json') && schema && !formats.some((other) => /json$/i.test(formatName(other)));
  return isMissing ? { ...options, formats: [...formats, { type: 'json', schema }] } : options;
}

/** Leaves out the JSON that was added for the comparison. */
function withoutAddedJson(
  content: ConversionResult['document'],
  converted: ScrapeOptions,
  requested: ScrapeOptions,
): ConversionResult['document'] {
  if (converted === requested) return content;
  const { json: _, ...rest } = content;
  return rest;
}

function isTracking(format: Format): format is ChangeTrackingFormat {
  return typeof format === 'object' && format.type === 'changeTracking';
}
