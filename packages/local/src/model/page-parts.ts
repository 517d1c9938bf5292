/**
 * The maximum number of characters in one part. A part, the task and the longest answer together fit a model that reads
 * 16,384 tokens.
 */
const PART_CHARACTERS = 16_000;

/** A page of more parts is read only so far. */
const MAX_PARTS = 8;

export interface PageParts {
  readonly parts: readonly string[];
  /** Whether the page is longer than all parts together. */
  readonly isCut: boolean;
}

/** Splits Markdown into parts of bounded length: before headings where possible, else between lines, else anywhere. */
export function partsOf(markdown: string, maxCharacters = PART_CHARACTERS, maxParts = MAX_PARTS): PageParts {
  const parts: string[] = [];
  let part = '';
  for (const piece of sectionsOf(markdown).flatMap((section) => piecesOf(section, maxCharacters))) {
    if (part !== '' && part.length + piece.length > maxCharacters) {
      parts.push(part);
      part = '';
    }
    part += piece;
  }
  if (part.trim() !== '' || parts.length === 0) parts.push(part);
  return { parts: parts.slice(0, maxParts), isCut: parts.length > maxParts };
}

/** The sections of Markdown, each with its heading. Lines that begin with `#` in a code block are no headings. */
function sectionsOf(markdown: string): string[] {
  const sections: string[] = [];
  let section = '';
  let fence: string | undefined;
  for (const line of linesOf(markdown)) {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined) fence = fence === undefined ? mark.trim() : line.trim() === fence ? undefined : fence;
    if (fence === undefined && /^#{1,6} /.test(line) && section !== '') {
      sections.push(section);
      section = '';
    }
    section += line;
  }
  return [...sections, section];
}

function piecesOf(section: string, maxCharacters: number): string[] {
  if (section.length <= maxCharacters) return [section];
  return linesOf(section).flatMap((line) => {
    const pieces: string[] = [];
    for (let start = 0; start < line.length; start += maxCharacters) {
      pieces.push(line.slice(start, start + maxCharacters));
    }
    return pieces;
  });
}

/** The lines of a text with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}
