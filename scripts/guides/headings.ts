import { lexer, type Token, type Tokens } from 'marked';

export interface Heading {
  readonly depth: number;
  /** The text without markup. */
  readonly text: string;
  readonly anchor: string;
}

/** The headings of a Markdown text, in order. */
export function headingsOf(markdown: string): Heading[] {
  return lexer(markdown)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ depth, tokens }) => {
      const text = plainText(tokens);
      return { depth, text, anchor: anchorOf(text) };
    });
}

/** A part of a guide under one heading. */
export interface GuideSection {
  readonly title: string;
  readonly anchor: string;
  /** Its words, code included, without any markup. */
  readonly text: string;
}

/** The text before the first section, and the sections and their subsections, in order. */
export function textsOf(markdown: string): { readonly beginning: string; readonly sections: readonly GuideSection[] } {
  const texts: string[] = [''];
  const titles: string[] = [];
  for (const token of lexer(markdown)) {
    const isSection = token.type === 'heading' && (token.depth === 2 || token.depth === 3);
    if (isSection) {
      titles.push(plainText(token.tokens ?? []));
      texts.push('');
    } else if (token.type !== 'heading' || token.depth > 3) texts[titles.length] += ` ${blockText(token)}`;
  }
  const [beginning = '', ...bodies] = texts.map((text) => text.replace(/\s+/g, ' ').trim());
  const sections = titles.map((title, index) => ({ title, anchor: anchorOf(title), text: bodies[index] ?? '' }));
  return { beginning, sections };
}

/** A message that a guide explains in a row of a table, which can be linked to. */
export interface GuideMessage {
  readonly message: string;
  readonly anchor: string;
  readonly text: string;
}

/** The rows of the tables whose first column has messages. */
export function messagesOf(markdown: string): GuideMessage[] {
  return lexer(markdown).flatMap((token) => {
    if (token.type !== 'table') return [];
    const { header, rows } = token as Tokens.Table;
    if (header[0]?.text !== MESSAGES) return [];
    return rows.map((cells) => {
      const [message = '', ...texts] = cells.map(({ tokens }) => plainText(tokens));
      return { message, anchor: anchorOf(message), text: texts.join(' ') };
    });
  });
}

/** The heading of a column of messages. */
export const MESSAGES = 'message';

function blockText(token: Token): string {
  if (token.type === 'list') return (token as Tokens.List).items.map(blockText).join(' ');
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows]
      .flat()
      .map(({ tokens }) => plainText(tokens))
      .join(' ');
  }
  const { tokens } = token as { readonly tokens?: readonly Token[] };
  const isContainer = token.type === 'list_item' || token.type === 'blockquote';
  if (isContainer) return (tokens ?? []).map(blockText).join(' ');
  return tokens ? plainText(tokens) : textOf(token);
}

/** The anchor of a heading, as GitHub generates it, so that a link to it works in the repository as well. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The text of inline tokens without their markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : textOf(token))).join('');
}

function textOf(token: Token): string {
  // A comment or an anchor.
  if (token.type === 'html') return '';
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}
