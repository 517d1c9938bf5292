import type { BrowserContext } from 'playwright-core';

/**
 * The largest number of pixels of the device for each pixel of a page that the pages of a context have had. Any of its
 * connections may set it, for any of its pages.
 */
export class DeviceScale {
  #largest = 1;

  get largest(): number {
    return this.#largest;
  }

  note(scale: number | undefined): void {
    // A page without a size has none.
    if (scale !== undefined && Number.isFinite(scale)) this.#largest = Math.max(this.#largest, scale);
  }
}

const scales = new WeakMap<BrowserContext, DeviceScale>();

export function deviceScaleOf(context: BrowserContext): DeviceScale {
  const scale = scales.get(context) ?? new DeviceScale();
  scales.set(context, scale);
  return scale;
}
