import { ConvertError } from '../page/convert-error.js';
import { DocumentBudget } from './budget.js';
import type { ReadDocument } from './document.js';
import { documentHtml } from './document-html.js';
import { RtfBlocks } from './rtf-blocks.js';
import { PLAIN, type TextStyle } from './text-style.js';

/** Groups without text of the document: fonts, pictures, and the numbers of lists, which the text repeats. */
const NO_TEXT = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable info pict object header footer headerl headerr footerl footerr generator themedata colorschememapping datastore latentstyles filetbl revtbl xmlnstbl pgdsctbl ftnsep ftnsepc aftnsep aftnsepc'.split(
    ' ',
  ),
);

const SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tab: '\t',
    line: '\n',
    nestcell: '\t',
    nestrow: '\n',
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
  }),
);

const ENDS_PARAGRAPH = new Set(['par', 'sect', 'page', '\r', '\n']);

const STYLES: ReadonlyMap<string, keyof TextStyle> = new Map([
  ['b', 'bold'],
  ['i', 'italic'],
  ['strike', 'strike'],
  ['striked', 'strike'],
]);

/** A control word with its number, a control symbol, a byte, a brace, or text. */
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([\s\S])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi;

interface Group {
  readonly skipped: boolean;
  readonly style: TextStyle;
  /** The number of fallback characters after `\u`, for readers without Unicode. */
  readonly fallback: number;
}

/** Reads the text of a Rich Text file, with headings, tables, and bold, italic and struck-through text. */
export function readRtf(body: Uint8Array, budget = new DocumentBudget(body.length)): ReadDocument {
  const source = new TextDecoder('latin1').decode(body);
  if (!source.startsWith('{\\rtf')) throw new ConvertError('unreadable', 'The file is no Rich Text file.');
  const codepage = decoderOf(source.match(/\\ansicpg(\d+)/)?.[1]);
  const headings = headingsOf(source);
  const blocks = new RtfBlocks(budget);
  const outer: Group[] = [];
  let group: Group = { skipped: false, style: PLAIN, fallback: 1 };
  let [level, toSkip] = [0, 0];
  const write = (more: string) => {
    if (!group.skipped) blocks.write(more, group.style);
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
      const style = STYLES.get(name);
      if (name === '*' || NO_TEXT.has(name)) group = { ...group, skipped: true };
      // Some programs mark the text of a link as a group that readers may skip.
      else if (name === 'fldrslt') group = { ...group, skipped: outer.at(-1)?.skipped ?? false };
      else if (name === 'uc') group = { ...group, fallback: Number(digits) };
      else if (name === 'u') {
        write(String.fromCharCode(Number(digits) & 0xffff));
        toSkip = group.fallback;
      } else if (name === 'plain') group = { ...group, style: PLAIN };
      else if (style) group = { ...group, style: { ...group.style, [style]: digits !== '0' } };
      else if (group.skipped) continue;
      else if (name === 'pard') {
        level = 0;
        blocks.isInTable = false;
      } else if (name === 'intbl') blocks.isInTable = true;
      else if (name === 's') level = headings.get(digits) ?? 0;
      else if (name === 'outlinelevel') level = Math.min(6, Number(digits) + 1);
      else if (ENDS_PARAGRAPH.has(name)) blocks.endParagraph(level);
      else if (name === 'cell') blocks.endCell();
      else if (name === 'row') blocks.endRow();
      else write(SYMBOLS.get(name) ?? '');
    }
  }
  return { html: documentHtml(blocks.end(level), { title: titleOf(source) }) };
}

/** The heading levels by the number of their style. */
function headingsOf(source: string): ReadonlyMap<string | undefined, number> {
  const levels = new Map<string, number>();
  const from = source.indexOf('{\\stylesheet');
  if (from === -1) return levels;
  // Each style ends with its name and a semicolon.
  for (const style of source.slice(from, from + MAX_STYLESHEET).split(/[{};]/)) {
    const level = / heading (\d)$/i.exec(style)?.[1];
    const number = level && /\\s(\d{1,5})(?!\d)/.exec(style)?.[1];
    if (number) levels.set(number, Math.min(6, Math.max(1, Number(level))));
  }
  return levels;
}

/** Characters of the definitions of styles, which stand near the beginning. */
const MAX_STYLESHEET = 2_000_000;

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
