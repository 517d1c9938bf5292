import { escapeText } from 'entities';
import { type ReadDocument, UnreadableDocument } from './document.js';
import { documentHtml } from './document-html.js';

/** Groups without text of the document: fonts, pictures, and the numbers of lists, which the text repeats. */
const NO_TEXT = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable info pict object header footer headerl headerr footerl footerr generator themedata colorschememapping datastore latentstyles filetbl revtbl xmlnstbl pgdsctbl ftnsep ftnsepc aftnsep aftnsepc'.split(
    ' ',
  ),
);

const SYMBOLS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  cell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  '~': '\u00A0',
  _: '-',
  '\n': '\n',
  '{': '{',
  '}': '}',
  '\\': '\\',
};

const ENDS_PARAGRAPH = new Set(['par', 'sect', 'page', 'row', '\r', '\n']);

/** A control word with its number, a control symbol, a byte, a brace, or text. */
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([\s\S])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi;

interface Group {
  readonly skipped: boolean;
  /** The number of fallback characters after `\u`, for readers without Unicode. */
  readonly fallback: number;
}

/** Reads the text and the headings of a Rich Text file. */
export function readRtf(body: Uint8Array): ReadDocument {
  const source = new TextDecoder('latin1').decode(body);
  if (!source.startsWith('{\\rtf')) throw new UnreadableDocument('The file is no Rich Text file.');
  const codepage = decoderOf(source.match(/\\ansicpg(\d+)/)?.[1]);
  const headings = headingsOf(source);
  const blocks: string[] = [];
  const outer: Group[] = [];
  let group: Group = { skipped: false, fallback: 1 };
  let [text, level, toSkip] = ['', 0, 0];
  const write = (more: string) => {
    if (!group.skipped) text += more;
  };
  const endParagraph = () => {
    const tag = level ? `h${level}` : 'p';
    const inside = escapeText(text.trim()).replaceAll('\n', '<br>');
    if (inside) blocks.push(`<${tag}>${inside}</${tag}>`);
    text = '';
  };
  for (const [, word, digits, byte, symbol, brace, plain] of source.matchAll(TOKEN)) {
    if (brace === '{') outer.push(group);
    else if (brace === '}') group = outer.pop() ?? group;
    else if (plain !== undefined) {
      write(plain.slice(toSkip));
      toSkip = Math.max(0, toSkip - plain.length);
    } else if (byte !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else write(codepage.decode(new Uint8Array([Number.parseInt(byte, 16)])));
    } else {
      const name = word ?? symbol ?? '';
      if (name === '*' || NO_TEXT.has(name)) group = { ...group, skipped: true };
      else if (name === 'uc') group = { ...group, fallback: Number(digits) };
      else if (name === 'u') {
        write(String.fromCharCode(Number(digits) & 0xffff));
        toSkip = group.fallback;
      } else if (name === 'pard') level = 0;
      else if (name === 's' && !group.skipped) level = headings.get(digits) ?? 0;
      else if (name === 'outlinelevel' && !group.skipped) level = Math.min(6, Number(digits) + 1);
      else if (ENDS_PARAGRAPH.has(name) && !group.skipped) endParagraph();
      else write(SYMBOLS[name] ?? '');
    }
  }
  endParagraph();
  return { html: documentHtml(blocks.join(''), { title: titleOf(source) }) };
}

/** The heading levels by the number of their style. */
function headingsOf(source: string): ReadonlyMap<string | undefined, number> {
  const matches = source.matchAll(/\\s(\d{1,5})[^{};]{0,1000} heading (\d);/gi);
  return new Map([...matches].map(([, style, level]) => [style, Math.min(6, Math.max(1, Number(level)))]));
}

function titleOf(source: string): string | undefined {
  const title = source.match(/\{\\title ([^{}\\]{1,500})\}/)?.[1];
  return title?.trim();
}

function decoderOf(codepage: string | undefined) {
  try {
    return new TextDecoder(`windows-${codepage ?? 1252}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
