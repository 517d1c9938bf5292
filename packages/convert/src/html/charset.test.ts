import { describe, expect, test } from 'vitest';
import { convert } from '../convert/convert.js';
import { decodeText as decode } from './charset.js';

const decodeText = (body: Uint8Array, contentType: string | undefined) => decode(body, contentType).text;

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

describe('a short text that names no encoding', () => {
  test.each([
    ['windows-1251', 'Привет, мир'],
    ['windows-1251', 'Москва'],
    ['windows-1251', 'Добро пожаловать'],
    ['windows-1251', 'Україна'],
    ['koi8-r', 'Привет, мир'],
    ['koi8-r', 'Москва'],
    ['ibm866', 'Привет'],
    ['shift_jis', 'こんにちは'],
    ['shift_jis', '日本語'],
    ['shift_jis', '東京タワー'],
    ['shift_jis', 'お問い合わせ'],
    ['euc-jp', 'こんにちは'],
    ['euc-jp', '日本語'],
    ['euc-jp', '会社概要'],
    ['windows-874', 'สวัสดี'],
    ['windows-874', 'ภาษาไทย'],
    ['windows-874', 'กรุงเทพ'],
    ['gbk', '你好世界'],
    ['gbk', '中文'],
    ['big5', '台北市'],
    ['big5', '關於我們'],
    ['euc-kr', '안녕하세요'],
    ['euc-kr', '한국어'],
    ['windows-1253', 'Γειά σου Κόσμε'],
    ['windows-1255', 'שלום עולם'],
    ['windows-1256', 'مرحبا بالعالم'],
    ['windows-1250', 'Zażółć gęślą jaźń'],
    ['windows-1250', 'Příliš žluťoučký'],
    ['windows-1252', 'café'],
    ['windows-1252', 'Größe über Öl'],
    ['windows-1252', 'déjà vu à la carte'],
    ['windows-1252', '© 2024, 25 °C, £5'],
  ])('in %s is read: %s', (encoding, text) => {
    const bytes = encode(text, encoding);
    expect(decodeText(bytes, 'text/plain')).toBe(text);
    expect(decodeText(bytes, undefined)).toBe(text);
    const page = encode(`<html><body><p>${text}</p></body></html>`, encoding);
    expect(decodeText(page, 'text/html')).toContain(`<p>${text}</p>`);
  });

  test('is told to be unsure only where another encoding is as likely', () => {
    expect(decode(encode('Да', 'windows-1251'), undefined).unsureEncoding).toBe('windows-1251');
    expect(decode(encode('Größe', 'windows-1252'), undefined).unsureEncoding).toBeUndefined();
    expect(decode(encode('こんにちは', 'shift_jis'), undefined).unsureEncoding).toBeUndefined();
  });

  test('is told to be unsure by a warning', async () => {
    const { warnings } = await convert(encode('Да', 'windows-1251'), { filename: 'a.txt' });
    expect(warnings).toEqual([{ code: 'unsure encoding', message: expect.stringContaining('read as windows-1251') }]);
    const { warnings: none } = await convert(encode('Да', 'windows-1251'), {
      contentType: 'text/plain; charset=cp1251',
    });
    expect(none).toEqual([]);
  });
});
