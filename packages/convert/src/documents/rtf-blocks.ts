import { escapeText } from 'entities';
import type { DocumentBudget } from './budget.js';
import { tableOf } from './document-html.js';
import { joinRuns, styled, type TextStyle, withoutBold } from './text-style.js';

interface Run {
  readonly style: TextStyle;
  text: string;
}

/** Collects the text of a Rich Text file into paragraphs, headings and tables, in its order. */
export class RtfBlocks {
  /** Whether the paragraph belongs to a cell. RTF marks this for each paragraph, and has no mark for the end of a table. */
  isInTable = false;
  readonly #budget: DocumentBudget;
  readonly #blocks: string[] = [];
  #runs: Run[] = [];
  /** The paragraphs of the cell. */
  #paragraphs: string[] = [];
  #cells: string[] = [];
  #rows: string[][] = [];

  constructor(budget: DocumentBudget) {
    this.#budget = budget;
  }

  write(text: string, style: TextStyle): void {
    const last = this.#runs.at(-1);
    if (last?.style === style) last.text += text;
    else if (text !== '') this.#runs.push({ style, text });
  }

  /** Ends a paragraph, which is a heading if it has a level. */
  endParagraph(level: number): void {
    if (this.isInTable) {
      this.#endLine();
      return;
    }
    this.#endTable();
    const inside = this.#takeRuns();
    if (inside) this.#blocks.push(level ? `<h${level}>${withoutBold(inside)}</h${level}>` : `<p>${inside}</p>`);
  }

  endCell(): void {
    this.#endLine();
    this.#cells.push(this.#paragraphs.join('<br>'));
    this.#paragraphs = [];
  }

  endRow(): void {
    if (this.#cells.length > 0) this.#rows.push(this.#cells);
    this.#cells = [];
  }

  /** Ends the file; returns its HTML. */
  end(level: number): string {
    this.endParagraph(level);
    this.#endTable();
    return this.#blocks.join('');
  }

  #endLine(): void {
    const inside = this.#takeRuns();
    if (inside) this.#paragraphs.push(inside);
  }

  #endTable(): void {
    // A file that is cut off leaves a cell and a row without their ends.
    if (this.#paragraphs.length > 0) this.endCell();
    this.endRow();
    const [head, ...rest] = this.#rows;
    if (!head) return;
    const isHeaded = rest.length > 0;
    this.#blocks.push(tableOf([isHeaded ? head.map(withoutBold) : head, ...rest], this.#budget, isHeaded));
    this.#rows = [];
  }

  /** The text since the last paragraph, as HTML. */
  #takeRuns(): string {
    const html = this.#runs.map(({ text, style }) => styled(escapeText(text).replaceAll('\n', '<br>'), style)).join('');
    this.#runs = [];
    return joinRuns(html).trim();
  }
}
