/** The sound or the video of a page. */
export type MediaKind = 'audio' | 'video';

/** A file that a page was made into. */
export interface MediaFile {
  readonly type: 'audio/mpeg' | 'video/mp4' | 'video/webm' | 'video/x-matroska';
  readonly body: Uint8Array;
}

/** What one file may take. */
export interface MediaLimits {
  readonly maxBytes: number;
  /** Of its playing time. */
  readonly maxMinutes: number;
  /** Of the work for it, beside the deadline of the call. */
  readonly maxSeconds: number;
}
