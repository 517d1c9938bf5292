import { randomUUID } from 'node:crypto';
import type { ChangeTrackingFormat, Document, Format, ScrapeOptions } from '@trawl/client';
import { MOST_LINES_APART } from '../changes/text-diff.js';
import type { ChangeTracker } from '../changes/tracker.js';
import { contractDefaults } from '../contract/contract.js';
import { pack } from '../convert/compression.js';
import type { Convert, ConvertedPage } from '../convert/convert-pool.js';
import { nextTurn } from '../event-loop.js';
import type { Converted } from '../page/page.js';
import type { SearchIndex } from '../search/index-entry.js';
import { pageCredits } from '../team/credits.js';
import type { ThreatPolicies } from '../team/threat-policies.js';
import { withDeadline } from './deadline.js';
import { documentOf } from './document.js';
import { createPageSource, type Page, type PageSourceParts } from './page-source.js';
import { retentionOf } from './retention.js';
import { asRefusal, timedOut } from './scrape-failure.js';
import type { Scraped, Scraper, ScrapeTask } from './scrape-task.js';
import { threatGuard } from './threat-protection.js';
import { pdfAsFile } from './unparsed-pdf.js';
import { formatName, refuseUnsupported, unsupportedOptions } from './unsupported.js';

/** A scrape on somebody's behalf, for a log that is kept for audits. */
export interface AuditEvent {
  readonly scrapeId: string;
  readonly team: string;
  readonly username: string;
  /** Null where the URL must not be written down. */
  readonly url: string | null;
}

export interface ScraperParts extends PageSourceParts {
  readonly convert: Convert;
  readonly index: Pick<SearchIndex, 'add'>;
  readonly policies: Pick<ThreatPolicies, 'get'>;
  readonly tracker: ChangeTracker;
  readonly audit: (event: AuditEvent) => void;
}

/** Bytes of a page from which on nothing of it is done in no time. */
const LARGE_BYTES = 1024 * 1024;

export function createScraper(parts: ScraperParts): Scraper {
  const { convert, index, policies, tracker, audit } = parts;
  const source = createPageSource(parts);
  const { timeout: defaultTimeout = 0 } = contractDefaults('ScrapeOptions');

  async function scrape(task: ScrapeTask, timeoutMs: number, signal: AbortSignal): Promise<Scraped> {
    // Single pages of a team take turns with jobs as one job more.
    const { url, team, options, job = `pages of ${team}` } = task;
    const scrapeId = randomUUID();
    const isSecret = task.zeroDataRetention || options.lockdown;
    if (options.auditMetadata) {
      audit({ scrapeId, team, username: options.auditMetadata.username, url: isSecret ? null : url });
    }
    const retention = retentionOf(task);
    const guard = threatGuard(policies.get(team), options.threatProtection);
    const request = { url, options, team, keepFor: retention.pageFor, timeoutMs, signal, admit: guard.admit };
    const page = await source(request);

    const size = page.body.length;
    const tracking = options.formats?.find((format) => formatName(format) === 'changeTracking');
    const asFile = pdfAsFile(page, options);
    const wanted = tracking ? comparable(options, tracking) : options;
    const { packed, ...converted }: ConvertedPage = asFile
      ? { ...asFile, packed: page.keep && (await pack(page.body)) }
      : await convert(requestOf(page, wanted), { lane: job, signal, pack: page.keep !== undefined });
    // To take what became of it from a worker took its time, and so does everything that is done with it.
    if (size > LARGE_BYTES) await nextTurn(signal);
    if (page.keep && packed) {
      page.keep(packed);
      // Whoever has personal data taken out does not want it found either.
      if (!options.redactPII) for (const one of retention.pageFor) addToIndex(one, page, converted);
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
      ...(page.isCopy
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
    const content = withoutExtras(converted.document, wanted, options);
    const document = documentOf({ ...content, ...changes?.document }, converted.metadata, facts, warnings);
    const { links, searchable } = converted;
    return { document, scrapeId, creditsUsed, links, searchable, remember: changes?.remember };
  }

  function addToIndex(team: string, { url, contentType = '', fetchedAt }: Page, { searchable }: Converted): void {
    const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    index.add(team, { ...searchable, url, contentType: mediaType, seenAt: fetchedAt });
  }

  async function changesOf(
    format: Format,
    { team, url, signal }: ScrapeTask,
    { status }: Page,
    { document }: Converted,
    isKept: boolean,
  ): Promise<{ document: Partial<Document>; warnings: string[]; remember?: () => void }> {
    if (!isKept) {
      return { document: {}, warnings: ['Changes were not tracked: that needs a copy of the page to be kept.'] };
    }
    const options: Omit<ChangeTrackingFormat, 'type'> = isTracking(format) ? format : {};
    const { markdown, json } = document;
    const seen = { team, url, statusCode: status, markdown: markdown ?? '', ...(json !== undefined && { json }) };
    const { changes, remember } = await tracker.track(seen, options, signal);
    const { diff } = changes;
    const warnings = [
      ...(options.modes?.includes('json') && !options.schema ? [NO_SCHEMA] : []),
      ...(diff && typeof diff === 'object' && diff.json === undefined ? [TEXT_ALONE] : []),
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

const NO_SCHEMA =
  'Changes by key were not tracked: without a language model, this server needs the schema of what to compare.';

const TEXT_ALONE = `The diff has more than ${MOST_LINES_APART} lines: \`json\` does not take it apart.`;

/** Changes are looked for in the Markdown and in the data of the page, whether they are asked for or not. */
function comparable(options: ScrapeOptions, format: Format): ScrapeOptions {
  const { formats = [] } = options;
  const asked = formats.map(formatName);
  const { modes = [], schema } = isTracking(format) ? format : {};
  const extras: Format[] = [
    ...(asked.includes('markdown') ? [] : ['markdown' as const]),
    ...(modes.includes('json') && schema && !asked.includes('json') ? [{ type: 'json' as const, schema }] : []),
  ];
  return extras.length ? { ...options, formats: [...formats, ...extras] } : options;
}

/** Without what was made for a comparison alone. */
function withoutExtras(
  content: Converted['document'],
  wanted: ScrapeOptions,
  asked: ScrapeOptions,
): Converted['document'] {
  const names = new Set(asked.formats?.map(formatName));
  const extras = new Set<string>(wanted.formats?.map(formatName).filter((name) => !names.has(name)));
  return wanted === asked ? content : Object.fromEntries(Object.entries(content).filter(([name]) => !extras.has(name)));
}

function isTracking(format: Format): format is ChangeTrackingFormat {
  return typeof format === 'object' && format.type === 'changeTracking';
}
