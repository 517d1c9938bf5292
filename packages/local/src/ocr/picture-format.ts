/** How the formats of pictures begin that `tesseract` reads by themselves, as Latin-1. A dot stands for any byte. */
const STARTS = [
  '\\x89PNG\\r\\n\\x1a\\n',
  '\\xff\\xd8\\xff',
  'GIF8[79]a',
  'BM',
  'II\\*\\x00',
  'MM\\x00\\*',
  'RIFF....WEBP',
  '\\x00\\x00\\x00\\x0cjP  \\r\\n\\x87\\n',
];

const PICTURE = new RegExp(`^(?:${STARTS.join('|')})`, 's');

/** The names of these formats, for a sentence. */
export const PICTURE_FORMATS = 'PNG, JPEG, GIF, BMP, TIFF, WebP and JPEG 2000';

/**
 * Whether `tesseract` takes the bytes for a picture. It takes all others for a list of the names of files of this machine, and reads
 * those.
 */
export function isPicture(bytes: Uint8Array): boolean {
  return PICTURE.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'));
}
