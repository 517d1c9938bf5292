/** What a binary file is by its first bytes. */
export interface Signature {
  /** What it is, after "The input is". */
  readonly what: string;
  readonly kind: 'pdf' | 'zip' | 'ole' | 'image' | 'other';
}

type Row = readonly [start: string, what: string, kind?: Signature['kind']];

/**
 * The first bytes of files, as Latin-1. A dot stands for any byte. Only a file that is no text is compared with them: some
 * are ordinary letters.
 */
const SIGNATURES: readonly Row[] = [
  ['%PDF-', 'a PDF', 'pdf'],
  ['PK\\x03\\x04', 'a ZIP archive', 'zip'],
  ['PK\\x05\\x06', 'an empty ZIP archive'],
  ['\\xd0\\xcf\\x11\\xe0\\xa1\\xb1\\x1a\\xe1', 'an old Office file', 'ole'],
  ['\\x89PNG\\r\\n\\x1a\\n', 'a PNG image', 'image'],
  ['\\xff\\xd8\\xff', 'a JPEG image', 'image'],
  ['GIF8', 'a GIF image', 'image'],
  ['RIFF....WEBP', 'a WebP image', 'image'],
  ['....ftypavi[fs]', 'an AVIF image', 'image'],
  ['....ftyp(?:hei[cmxs]|hev[cmxs]|mif1|msf1)', 'a HEIF image', 'image'],
  ['\\x00\\x00\\x01\\x00', 'an icon', 'image'],
  ['BM', 'a BMP image', 'image'],
  ['II\\*\\x00|MM\\x00\\*', 'a TIFF image', 'image'],
  ['8BPS', 'a Photoshop image', 'image'],
  ['\\x00\\x00\\x00\\x0cJXL ', 'a JPEG XL image', 'image'],
  ['\\x00\\x00\\x00\\x0cjP  ', 'a JPEG 2000 image', 'image'],
  ['....ftypM4A', 'MPEG-4 audio'],
  ['....ftypqt', 'a QuickTime video'],
  ['....ftyp', 'an MP4 video'],
  ['\\x1aE\\xdf\\xa3', 'a WebM or Matroska video'],
  ['RIFF....AVI ', 'an AVI video'],
  ['RIFF....WAVE', 'WAV audio'],
  ['FLV\\x01', 'a Flash video'],
  ['0&\\xb2u\\x8ef\\xcf\\x11', 'a Windows Media file'],
  ['\\x00\\x00\\x01[\\xb3\\xba]', 'an MPEG video'],
  ['ID3|\\xff[\\xfb\\xf3\\xf2]', 'MP3 audio'],
  ['\\xff[\\xf1\\xf9]', 'AAC audio'],
  ['OggS', 'an Ogg audio or video file'],
  ['fLaC', 'FLAC audio'],
  ['MThd', 'a MIDI file'],
  ['wOFF', 'a WOFF font'],
  ['wOF2', 'a WOFF2 font'],
  ['OTTO', 'an OpenType font'],
  ['\\x00\\x01\\x00\\x00|true|ttcf', 'a TrueType font'],
  ['\\x1f\\x8b', 'a gzip file'],
  ['BZh', 'a bzip2 file'],
  ['\\xfd7zXZ\\x00', 'an XZ file'],
  ['7z\\xbc\\xaf\\x27\\x1c', 'a 7-Zip archive'],
  ['Rar!\\x1a\\x07', 'a RAR archive'],
  ['\\x28\\xb5\\x2f\\xfd', 'a Zstandard file'],
  ['LZIP', 'an lzip file'],
  ['.{257}ustar', 'a TAR archive'],
  ['!<arch>\\n', 'an archive of `ar`'],
  ['MSCF', 'a Cabinet archive'],
  ['xar!', 'a XAR archive'],
  ['\\x7fELF', 'a program for Linux'],
  ['MZ', 'a program for Windows'],
  ['[\\xfe\\xce\\xcf]\\xfa\\xed\\xfe|\\xfe\\xed\\xfa[\\xce\\xcf]', 'a program for macOS'],
  ['\\xca\\xfe\\xba\\xbe', 'a Java class or a program for macOS'],
  ['\\x00asm', 'a WebAssembly module'],
  ['dex\\n', 'a program for Android'],
  ['SQLite format 3\\x00', 'an SQLite database'],
  ['PAR1', 'a Parquet file'],
  ['Obj\\x01', 'an Avro file'],
  ['ARROW1', 'an Arrow file'],
  ['\\x89HDF\\r\\n\\x1a\\n', 'an HDF5 file'],
  ['\\x93NUMPY', 'a NumPy array'],
  ['AT&TFORM', 'a DjVu document'],
  ['ITSF', 'a compiled HTML Help file'],
  ['.{60}BOOKMOBI', 'a Mobipocket book'],
  ['%!PS|\\xc5\\xd0\\xd3\\xc6', 'a PostScript document'],
  ['[CF]WS', 'a Flash program'],
  ['\\xed\\xab\\xee\\xdb', 'an RPM package'],
  ['bplist', 'a property list'],
  ['GIMP|gimp xcf', 'a GIMP image', 'image'],
];

const ROWS = SIGNATURES.map(
  ([start, what, kind = 'other']) => [new RegExp(`^(?:${start})`, 's'), { what, kind }] as const,
);

/** Longer than the offset of any of the signatures. */
const SIGNATURE_BYTES = 270;

/** What a file is by its first bytes; undefined for one of an unknown type, and for text. */
export function signatureOf(bytes: Uint8Array): Signature | undefined {
  const start = latin1(bytes.subarray(0, SIGNATURE_BYTES));
  return ROWS.find(([pattern]) => pattern.test(start))?.[1];
}

/** Each byte as the character of the same number. */
export function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
