import type { Action, Format, ScrapeOptions } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';

const NO_MODEL = 'this server has no language model (--model-url)';

/** Refuses options that need a browser and without which the scrape would be pointless, and formats that exclude each other. */
export function refuseUnsupported(options: ScrapeOptions, defaultTimeout: number, canRender: boolean): void {
  const { actions = [], formats = [], waitFor = 0, timeout } = options;
  refuseExclusiveFormats(formats.map(formatName));
  refuseMedia(formats.map(formatName));
  if (waitFor > (timeout ?? defaultTimeout) / 2) {
    const message = 'waitFor must not exceed half of timeout';
    const details = [{ code: 'custom', path: ['waitFor'], message }];
    throw new Refusal(400, { code: 'BAD_REQUEST', error: message, details });
  }
  refuseLongWaits(waitFor, actions);
  if (actions.length > 0 && !canRender) {
    throw new Refusal(400, {
      code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
      error: 'Actions are not supported by any available engines. This server has no browser: leave `actions` out.',
    });
  }
}

/** Milliseconds that a page may wait in all, before it is read and in its actions. */
const MAX_WAIT_MS = 60_000;

function refuseLongWaits(waitFor: number, actions: readonly Action[]): void {
  const waits = actions.map((action) => ('milliseconds' in action ? action.milliseconds : 0));
  const total = waits.reduce((sum, wait) => sum + wait, waitFor);
  if (total <= MAX_WAIT_MS) return;
  const message = `waitFor and the waits of the actions must not exceed ${MAX_WAIT_MS} ms in all, and they take ${total} ms`;
  const details = [{ code: 'custom', path: ['actions'], message }];
  throw new Refusal(400, { code: 'BAD_REQUEST', error: message, details });
}

function refuseExclusiveFormats(names: readonly string[]): void {
  const message =
    names.includes('rawBase64') && new Set(names).size > 1
      ? 'The rawBase64 format cannot be combined with other formats'
      : names.includes('json') && names.includes('deterministicJson')
        ? 'Cannot specify both json and deterministicJson formats'
        : undefined;
  if (message === undefined) return;
  throw new Refusal(400, {
    code: 'BAD_REQUEST',
    error: message,
    details: [{ code: 'custom', path: ['formats'], message }],
  });
}

/** The codes of media that a URL does not have. This server can take them from no URL. */
const MEDIA = { audio: 'SCRAPE_AUDIO_UNSUPPORTED_URL', video: 'SCRAPE_VIDEO_UNSUPPORTED_URL' } as const;

function refuseMedia(names: readonly string[]): void {
  for (const [format, code] of Object.entries(MEDIA)) {
    if (!names.includes(format)) continue;
    const error = `The URL is not supported for \`${format}\`: this server takes no media from pages. Leave the format out.`;
    throw new Refusal(500, { code, error });
  }
}

/** What the browser could do for the page, and whether there is a language model. */
export interface Abilities {
  readonly canRender: boolean;
  readonly hasScreenshot: boolean;
  readonly hasModel: boolean;
}

/** Warnings for requested options that need a browser or a language model. The server invents no results for them. */
export function unsupportedOptions(
  options: ScrapeOptions,
  { canRender, hasScreenshot, hasModel }: Abilities,
): string[] {
  const formats = new Set((options.formats ?? []).map(formatName));
  const features = [
    ...(formats.has('screenshot') && !hasScreenshot ? ['screenshot'] : []),
    ...(options.waitFor && !canRender ? ['waitFor'] : []),
    ...(options.profile && !canRender ? ['profile'] : []),
    ...(options.proxy === 'enhanced' || options.proxy === 'stealth' ? ['stealthProxy'] : []),
  ];
  return [
    ...(features.length > 0
      ? [
          `The engine used does not support the following features: ${features.join(', ')} -- your scrape may be partial.`,
        ]
      : []),
    ...(hasModel ? [] : withoutModel(options, formats)),
  ];
}

function withoutModel(options: ScrapeOptions, formats: ReadonlySet<string>): string[] {
  return [
    ...(formats.has('question') ? [`The question was not answered: ${NO_MODEL}.`] : []),
    ...(options.formats?.some(isFreeform) ? [`The query was not answered in words of its own: ${NO_MODEL}.`] : []),
    ...(options.onlyCleanContent ? [`onlyCleanContent was ignored: ${NO_MODEL}.`] : []),
  ];
}

function isFreeform(format: Format): boolean {
  return typeof format === 'object' && format.type === 'query' && format.mode !== 'directQuote';
}

export function formatName(format: Format): string {
  return typeof format === 'string' ? format : format.type;
}
