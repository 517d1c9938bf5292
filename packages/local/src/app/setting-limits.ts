import type { MediaOptions } from '../media/media.js';
import type { RetentionLimits } from '../retention/retention.js';
import type { Settings } from '../settings/settings.js';

const MEBIBYTE = 1024 ** 2;

export function limitsOfMedia({ mediaSize, mediaMinutes, mediaSeconds }: Settings): MediaOptions['limits'] {
  return { maxBytes: mediaSize * MEBIBYTE, maxMinutes: mediaMinutes, maxSeconds: mediaSeconds };
}

export function limitsOfRetention({ pageRetentionDays, recordRetentionDays, maxStorage }: Settings): RetentionLimits {
  return {
    pageDays: pageRetentionDays,
    recordDays: recordRetentionDays,
    maxBytes: maxStorage === undefined ? undefined : maxStorage * MEBIBYTE,
  };
}
