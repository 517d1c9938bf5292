import type { Action, ScrapeOptions } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';
import type { FormatDefinition, FormatType } from '../formats/format-definition.js';
import { formatDefinitions, requestedFormats } from '../formats/format-table.js';

/** Milliseconds that a page may wait in all, before it is read and in its actions. */
const MAX_WAIT_MS = 60_000;

/** What decides which options are pointless on this server. */
export interface OwnAbilities {
  readonly canRender: boolean;
  /** Why it takes no media from pages, in a sentence; undefined where it takes them. */
  readonly missingForMedia: string | undefined;
}

/** Refuses options that exclude each other, and those without which the scrape would be pointless on this server. */
export function refuseImpossible(
  options: ScrapeOptions,
  defaultTimeout: number,
  { canRender, missingForMedia }: OwnAbilities,
): void {
  const { actions = [], waitFor = 0, timeout = defaultTimeout } = options;
  const types = new Set(requestedFormats(options).map(({ type }) => type));
  refuseExclusiveFormats(types);
  refuseMedia(types, missingForMedia);
  if (waitFor > timeout / 2) throw badOption('waitFor', 'waitFor must not exceed half of timeout');
  refuseLongWaits(waitFor, actions);
  if (actions.length > 0 && !canRender) {
    throw new Refusal(
      'SCRAPE_ACTIONS_NOT_SUPPORTED',
      'Actions are not supported by any available engines. This server has no browser: leave `actions` out.',
    );
  }
}

function refuseLongWaits(waitFor: number, actions: readonly Action[]): void {
  const waits = actions.map((action) => ('milliseconds' in action ? action.milliseconds : 0));
  const total = waits.reduce((sum, wait) => sum + wait, waitFor);
  if (total <= MAX_WAIT_MS) return;
  throw badOption(
    'actions',
    `waitFor and the waits of the actions must not exceed ${MAX_WAIT_MS} ms in all, and they take ${total} ms`,
  );
}

function refuseExclusiveFormats(types: ReadonlySet<FormatType>): void {
  for (const type of types) {
    const { excludes } = formatDefinitions[type];
    if (!excludes) continue;
    const isExcluded = (other: FormatType) => excludes.formats === 'all' || excludes.formats.includes(other);
    if ([...types].some((other) => other !== type && isExcluded(other))) throw badOption('formats', excludes.error);
  }
}

function refuseMedia(types: ReadonlySet<FormatType>, missing: string | undefined): void {
  if (missing === undefined) return;
  for (const type of types) {
    const { media } = formatDefinitions[type];
    if (media) throw unsupportedMedia(media, `This server takes no media from pages. ${missing} Leave the format out.`);
  }
}

/** The refusal of a page of which no sound or video can be had. */
export function unsupportedMedia(
  { kind, unsupported }: NonNullable<FormatDefinition['media']>,
  why: string,
  foreign?: string,
): Refusal {
  return new Refusal(unsupported, `The URL is not supported for \`${kind}\`. ${why}`, { foreign });
}

function badOption(name: keyof ScrapeOptions, message: string): Refusal {
  return new Refusal('BAD_REQUEST', message, { details: [{ code: 'custom', path: [name], message }] });
}
