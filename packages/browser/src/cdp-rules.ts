import { canParseUrl } from '@trawl/base/can-parse-url';
import { isAllowed } from './cdp-allowed-commands.js';
import { areaRefusal, boundRefusal } from './cdp-bounds.js';

/** What a program that is not trusted may ask of the browser by its DevTools protocol. */

export type Params = Readonly<Record<string, unknown>>;

const READS_FILES = 'it reads files of the machine';
const WRITES_FILES = 'it writes files on the machine';
const OTHER_PAGES = 'it reaches pages of others';
const MACHINE = 'it describes or changes the machine';
const NETWORK = 'it loads by other ways than the proxy of the page';

/** Methods whose refusal deserves a reason of its own. */
export const REFUSED_METHODS: Readonly<Record<string, string>> = {
  'Browser.cancelDownload': OTHER_PAGES,
  'Browser.close': 'it ends the browser of others',
  'Browser.crash': 'it ends the browser of others',
  'Browser.getBrowserCommandLine': MACHINE,
  'Browser.setWindowBounds': OTHER_PAGES,
  'Cast.enable': MACHINE,
  'DOM.getFileInfo': READS_FILES,
  'Emulation.addScreen': OTHER_PAGES,
  'Emulation.removeScreen': OTHER_PAGES,
  'Emulation.setPrimaryScreen': OTHER_PAGES,
  'Emulation.updateScreen': OTHER_PAGES,
  'Extensions.loadUnpacked': READS_FILES,
  'Network.continueInterceptedRequest': NETWORK,
  'Network.loadNetworkResource': NETWORK,
  'Network.setRequestInterception': 'Fetch.enable replaces it',
  'Page.addCompilationCache': 'it replaces compiled code',
  'Page.setDownloadBehavior': WRITES_FILES,
  'SystemInfo.getInfo': MACHINE,
  'SystemInfo.getProcessInfo': MACHINE,
  'Target.createBrowserContext': NETWORK,
  'Target.disposeBrowserContext': OTHER_PAGES,
  'Target.exposeDevToolsProtocol': 'it gives the protocol to the page',
  'Target.openDevTools': OTHER_PAGES,
  'Target.sendMessageToTarget': OTHER_PAGES,
  'Target.setRemoteLocations': NETWORK,
  'Tethering.bind': 'it opens a port on the machine',
  'Tracing.start': 'it records the pages of others',
};

/**
 * Permissions that stay within a page. The others give access to the machine, for example to its clipboard, camera or
 * fonts.
 */
const HARMLESS_PERMISSIONS: ReadonlySet<unknown> = new Set(['geolocation', 'notifications']);

/**
 * Why a command to a page, a frame or a worker is refused; undefined when it is not. `largestScale` is the largest number of
 * pixels of the device for each pixel of a page that the context may have.
 */
export function pageRefusal(method: string, params: Params, largestScale: number): string | undefined {
  const reason = REFUSED_METHODS[method];
  if (reason !== undefined) return reason;
  if (!isAllowed(method)) return 'it is none of the commands that drive a page';
  return boundRefusal(method, params) ?? parameterRefusal(method, params, largestScale);
}

function parameterRefusal(method: string, params: Params, largestScale: number): string | undefined {
  switch (method) {
    case 'Emulation.setDeviceMetricsOverride':
      return metricsRefusal(params, largestScale);
    case 'Page.captureScreenshot':
      return captureRefusal(params, largestScale);
    case 'Page.navigate':
    case 'Fetch.continueRequest':
      return urlRefusal(params.url);
    case 'DOM.setFileInputFiles':
      return isEmptyList(params.files) ? undefined : READS_FILES;
    case 'Input.dispatchDragEvent':
      return isEmptyList(record(params.data).files) ? undefined : READS_FILES;
    default:
      return undefined;
  }
}

/** The number of pixels of the device for each pixel of a page that a command asks for; undefined when it asks for none. */
export function deviceScaleOf(method: string, { deviceScaleFactor }: Params): number | undefined {
  return method === 'Emulation.setDeviceMetricsOverride' ? numberOr(0, deviceScaleFactor) : undefined;
}

function metricsRefusal(
  { width, height, deviceScaleFactor, viewport }: Params,
  largestScale: number,
): string | undefined {
  // Zero is the size or the scale that the page has without the command.
  const scale = numberOr(0, deviceScaleFactor) || largestScale;
  const window = { width: numberOr(0, width), height: numberOr(0, height), scale };
  return areaRefusal(window) ?? captureRefusal({ clip: viewport }, Math.max(scale, largestScale));
}

function captureRefusal({ clip }: Params, largestScale: number): string | undefined {
  const { width, height, scale } = record(clip);
  const area = { width: numberOr(0, width), height: numberOr(0, height) };
  return areaRefusal({ ...area, scale: numberOr(1, scale) * largestScale });
}

function numberOr(otherwise: number, value: unknown): number {
  return typeof value === 'number' ? value : otherwise;
}

/** Why a command to the browser is refused, of those that the filter passes on. */
export function permissionRefusal({ permissions }: Params): string | undefined {
  const isHarmless = Array.isArray(permissions) && permissions.every((name) => HARMLESS_PERMISSIONS.has(name));
  return isHarmless ? undefined : `only ${[...HARMLESS_PERMISSIONS].join(' and ')} can be granted`;
}

/** Other schemes open files of the machine, or pages of the browser itself. */
export function urlRefusal(url: unknown): string | undefined {
  if (url === undefined) return undefined;
  const { protocol } = typeof url === 'string' && canParseUrl(url) ? new URL(url) : { protocol: '' };
  if (url === '' || url === 'about:blank' || ['http:', 'https:', 'data:', 'blob:'].includes(protocol)) return undefined;
  return 'only http:, https:, data:, blob: and about:blank can be opened';
}

/** A command in the form in which it is passed on. */
export function passedParams(method: string, params: Params): Params {
  // The proxy asks for the key of the context, which the service answers itself.
  if (method === 'Fetch.enable') return { ...params, handleAuthRequests: false };
  return params;
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

export function record(value: unknown): Params {
  return typeof value === 'object' && value !== null ? (value as Params) : {};
}
