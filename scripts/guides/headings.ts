import { lexer, type Token, type Tokens } from 'marked';

export interface Heading {
  readonly depth: number;
  /** Without any markup. */
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
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}
