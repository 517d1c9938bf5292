import { MAX_PIXELS, MAX_SIDE } from './picture-size.js';

/** The least and the greatest number that a parameter may have. */
export type Bound = readonly [min: number, max: number];

const SIDE: Bound = [0, MAX_SIDE];
const PLACE: Bound = [-10_000_000, 10_000_000];
const TEXT_PLACE: Bound = [0, 10_000_000];
const PERCENT: Bound = [0, 100];
/** Pixels of the device for each pixel of a page. Small telephones have the most. */
const DEVICE_SCALE: Bound = [0, 5];
const ZOOM: Bound = [0, 10];
const INCHES: Bound = [0, 400];
const MINUTE_MS: Bound = [0, 60_000];
const STACK_DEPTH: Bound = [0, 1_000];
const BUFFER_BYTES: Bound = [0, 256 * 1024 * 1024];
const CLIP = { x: PLACE, y: PLACE, width: [0, 1_000_000], height: [0, 1_000_000], scale: ZOOM } as const;
const POINT = { x: PLACE, y: PLACE };

interface Bounds {
  readonly [parameter: string]: Bound | Bounds;
}

/**
 * The bounds of numbers that say how large, how long, how often or how deep. Those in a list have the bounds of all its items.
 * What has none, such as the id of a node or the position in a script, takes nothing that its page would not take otherwise.
 */
export const BOUNDS: Readonly<Record<string, Bounds>> = {
  'Animation.setPlaybackRate': { playbackRate: [0, 1_000] },
  'Debugger.enable': { maxScriptsCacheSize: BUFFER_BYTES },
  'Debugger.setAsyncCallStackDepth': { maxDepth: STACK_DEPTH },
  'Emulation.setCPUThrottlingRate': { rate: PERCENT },
  'Emulation.setDeviceMetricsOverride': {
    width: SIDE,
    height: SIDE,
    deviceScaleFactor: DEVICE_SCALE,
    scale: ZOOM,
    screenWidth: SIDE,
    screenHeight: SIDE,
    positionX: PLACE,
    positionY: PLACE,
    screenOrientation: { angle: [-360, 360] },
    viewport: { ...CLIP, width: SIDE, height: SIDE },
    displayFeature: { offset: SIDE, maskLength: SIDE },
  },
  'Emulation.setDisplayFeaturesOverride': { features: { offset: SIDE, maskLength: SIDE } },
  'Emulation.setEmulatedOSTextScale': { scale: ZOOM },
  'Emulation.setHardwareConcurrencyOverride': { hardwareConcurrency: [1, 1_024] },
  'Emulation.setPageScaleFactor': { pageScaleFactor: ZOOM },
  'Emulation.setSafeAreaInsetsOverride': {
    insets: {
      top: SIDE,
      topMax: SIDE,
      left: SIDE,
      leftMax: SIDE,
      bottom: SIDE,
      bottomMax: SIDE,
      right: SIDE,
      rightMax: SIDE,
    },
  },
  'Emulation.setSmallViewportHeightDifferenceOverride': { difference: SIDE },
  'Emulation.setTouchEmulationEnabled': { maxTouchPoints: [1, 16] },
  'HeapProfiler.startSampling': { samplingInterval: [1, 2 ** 31 - 1], stackDepth: STACK_DEPTH },
  'Input.dispatchDragEvent': POINT,
  'Input.dispatchMouseEvent': { ...POINT, deltaX: PLACE, deltaY: PLACE, clickCount: PERCENT },
  'Input.dispatchTouchEvent': { touchPoints: { ...POINT, radiusX: SIDE, radiusY: SIDE } },
  'Input.emulateTouchFromMouseEvent': { ...POINT, deltaX: PLACE, deltaY: PLACE, clickCount: PERCENT },
  // A place before the beginning of a text ends the browser.
  'Input.imeSetComposition': {
    selectionStart: TEXT_PLACE,
    selectionEnd: TEXT_PLACE,
    replacementStart: TEXT_PLACE,
    replacementEnd: TEXT_PLACE,
  },
  'Input.synthesizePinchGesture': { ...POINT, scaleFactor: PERCENT, relativeSpeed: [1, 100_000] },
  'Input.synthesizeScrollGesture': {
    ...POINT,
    xDistance: PLACE,
    yDistance: PLACE,
    xOverscroll: PLACE,
    yOverscroll: PLACE,
    speed: [1, 1_000_000],
    repeatCount: PERCENT,
    repeatDelayMs: MINUTE_MS,
  },
  'Input.synthesizeTapGesture': { ...POINT, duration: MINUTE_MS, tapCount: [1, 100] },
  'IO.read': { size: BUFFER_BYTES },
  'Network.emulateNetworkConditions': { latency: [0, 600_000] },
  'Network.enable': {
    maxTotalBufferSize: BUFFER_BYTES,
    maxResourceBufferSize: BUFFER_BYTES,
    maxPostDataSize: BUFFER_BYTES,
  },
  'Overlay.highlightRect': { ...POINT, width: SIDE, height: SIDE },
  'Overlay.setShowHinge': { hingeConfig: { rect: { ...POINT, width: SIDE, height: SIDE } } },
  'Page.captureScreenshot': { quality: PERCENT, clip: CLIP },
  'Page.printToPDF': {
    scale: [0.1, 2],
    // One that is nearly nothing ends the browser.
    paperWidth: [0.1, 400],
    paperHeight: [0.1, 400],
    marginTop: INCHES,
    marginBottom: INCHES,
    marginLeft: INCHES,
    marginRight: INCHES,
  },
  'Page.setFontSizes': { fontSizes: { standard: [0, 1_000], fixed: [0, 1_000] } },
  'Page.startScreencast': {
    quality: PERCENT,
    maxWidth: [1, MAX_SIDE],
    maxHeight: [1, MAX_SIDE],
    everyNthFrame: [1, 1_000_000],
    maxFramesInFlight: [1, 100],
  },
  'Profiler.setSamplingInterval': { interval: [1, 2 ** 31 - 1] },
  'Runtime.setAsyncCallStackDepth': { maxDepth: STACK_DEPTH },
  'Runtime.setMaxCallStackSizeToCapture': { size: STACK_DEPTH },
  // More than the browser gives by itself would fill the disk.
  'Storage.overrideQuotaForOrigin': { quotaSize: [0, 1024 ** 3] },
};

/** Why the numbers of a command are refused; undefined when they are not. */
export function boundRefusal(method: string, params: unknown): string | undefined {
  const bounds = Object.hasOwn(BOUNDS, method) ? BOUNDS[method] : undefined;
  return bounds && boundsRefusal(bounds, params, '');
}

function boundsRefusal(bounds: Bounds, value: unknown, path: string): string | undefined {
  if (Array.isArray(value)) return firstOf(value.map((item) => () => boundsRefusal(bounds, item, path)));
  if (typeof value !== 'object' || value === null) return undefined;
  return firstOf(
    Object.entries(bounds).map(([name, bound]) => () => {
      const part: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
      const place = path === '' ? name : `${path}.${name}`;
      return isBound(bound) ? numberRefusal(bound, part, place) : boundsRefusal(bound, part, place);
    }),
  );
}

function isBound(bound: Bound | Bounds): bound is Bound {
  return Array.isArray(bound);
}

/** The browser itself refuses what is no number. */
function numberRefusal([min, max]: Bound, value: unknown, place: string): string | undefined {
  if (typeof value !== 'number' || (value >= min && value <= max)) return undefined;
  return `\`${place}\` has to be from ${min} to ${max}`;
}

function firstOf(refusals: readonly (() => string | undefined)[]): string | undefined {
  for (const refusal of refusals) {
    const reason = refusal();
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** A part of a page that is drawn. */
export interface DrawnArea {
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture for each pixel of the page, in each direction. */
  readonly scale: number;
}

/** Why a picture of that size is refused; undefined when it is not. */
export function areaRefusal({ width, height, scale }: DrawnArea): string | undefined {
  const pixels = width * height * scale ** 2;
  if (pixels <= MAX_PIXELS) return undefined;
  return `a picture has at most ${MAX_PIXELS} pixels of the device, and this one would have ${Math.round(pixels)}`;
}
