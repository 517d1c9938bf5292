import { describe, expect, test } from 'vitest';
import { decodeText } from './charset.js';

/** Encodes text in an encoding that Node can only decode: tries every byte for each letter. */
function encode(text: string, encoding: string): Uint8Array {
  const bytes = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding);
  for (let first = 0; first < 256; first++) {
    bytes.set(decoder.decode(Uint8Array.of(first)), [first]);
    for (let second = 0x30; second < 256 && first > 0x80; second++) {
      const letter = decoder.decode(Uint8Array.of(first, second));
      if (letter.length === 1 && !bytes.has(letter)) bytes.set(letter, [first, second]);
    }
  }
  return Uint8Array.from([...text].flatMap((letter) => bytes.get(letter) ?? []));
}

const ascii = (text: string) => new TextEncoder().encode(text);

const JAPANESE = '日本語の文字コードは、ページごとに異なることがあります。これはその例です。';
const RUSSIAN = 'Кодировка страницы определяется по её содержимому, если она не указана.';
const GERMAN = 'Größe, Übermaß und Änderungen: das Straßencafé öffnet früh.';

describe('the encoding is taken from', () => {
  test.each([
    ['utf-8', Uint8Array.of(0xef, 0xbb, 0xbf, 0xc3, 0xa9)],
    ['utf-16le', Uint8Array.of(0xff, 0xfe, 0xe9, 0x00)],
    ['utf-16be', Uint8Array.of(0xfe, 0xff, 0x00, 0xe9)],
  ])('a byte order mark of %s before all else', (_, bytes) => {
    expect(decodeText(bytes, 'text/html; charset=windows-1251')).toBe('é');
  });

  test.each(['text/html; charset=Shift_JIS', 'text/html;charset="shift-jis"', "text/html; x=1; CHARSET='sjis'"])(
    'the header %s before the page',
    (contentType) => {
      const page = encode(`<meta charset="utf-8">${JAPANESE}`, 'shift_jis');
      expect(decodeText(page, contentType)).toContain(JAPANESE);
    },
  );

  test.each([
    '<meta charset=windows-1251>',
    '<META Charset="CP1251" />',
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    '<?xml version="1.0" encoding="windows-1251"?>',
  ])('the page by %s', (declaration) => {
    expect(decodeText(encode(declaration + RUSSIAN, 'windows-1251'), 'text/html')).toBe(declaration + RUSSIAN);
  });

  test.each(['windows-1252', 'iso-8859-1', 'us-ascii'])('the header %s, as browsers read it', (label) => {
    const page = Uint8Array.of(0x93, 0x80, 0x35, 0x94, 0x97, 0xe9, 0x85);
    expect(decodeText(page, `text/html; charset=${label}`)).toBe('“€5”—é…');
  });

  test('the page when the header names an unknown one', () => {
    const page = encode(`<meta charset=koi8-r>${RUSSIAN}`, 'koi8-r');
    expect(decodeText(page, 'text/html; charset=klingon')).toContain(RUSSIAN);
  });

  test('the bytes, when they are UTF-8', () => {
    expect(decodeText(new TextEncoder().encode(JAPANESE), undefined)).toBe(JAPANESE);
  });

  test.each([
    ['shift_jis', JAPANESE],
    ['euc-jp', JAPANESE],
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['windows-1252', GERMAN],
  ])('letters that are likely in %s', (encoding, text) => {
    expect(decodeText(encode(text.repeat(3), encoding), undefined)).toBe(text.repeat(3));
  });
});

test('a page that claims UTF-16 in ASCII is not UTF-16', () => {
  expect(decodeText(ascii('<meta charset="utf-16">plain'), undefined)).toContain('plain');
});

test('any bytes decode to some text', () => {
  expect(decodeText(new Uint8Array(), undefined)).toBe('');
  expect(
    decodeText(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      undefined,
    ).length,
  ).toBeGreaterThan(0);
});
