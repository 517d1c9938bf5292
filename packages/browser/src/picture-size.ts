/** Chromium draws no longer picture. */
export const MAX_SIDE = 16_384;

/** Pixels of one picture: each takes four bytes, several times over. */
export const MAX_PIXELS = 7680 * 4320;
