import { ConvertError } from '../page/convert-error.js';

/**
 * What one of each costs, in units of about ten nanoseconds and ten bytes. Each is about what was measured for the slowest
 * reader; the text of a document costs most after it was read, when formats are made of it.
 */
const COSTS = {
  /** A byte that was unpacked. */
  byte: 2,
  /** An element of XML that becomes an object. */
  element: 50,
  /** An element of a Word document, which becomes several objects one after the other. */
  wordElement: 400,
  /** A run of text of a PDF. */
  run: 100,
  /** A character of the HTML that a document becomes. */
  character: 4,
  /** A cell of a table, with its tags. */
  cell: 40,
  /** Anything else that is looked at again. */
  step: 1,
} as const;

/** What any document may cost. The longest of a few kilobytes takes some seconds. */
const BASE = 16 * 1024 * 1024;

/** What each byte of a document may cost. Honest ones cost a tenth of it: an office file unpacks to ten times its size. */
const PER_BYTE = 256;

/**
 * The work and the output that reading one document may take, so that both grow with its size and not faster: a small file
 * may unpack, repeat or refer to more than the memory of a machine holds.
 */
export class DocumentBudget {
  #left: number;

  constructor(inputLength: number) {
    this.#left = BASE + PER_BYTE * inputLength;
  }

  /** Throws when the document costs more than it may. Readers call it before they take the memory. */
  spend(what: keyof typeof COSTS, count: number): void {
    this.#left -= COSTS[what] * count;
    if (this.#left >= 0) return;
    throw new ConvertError(
      'unreadable',
      'The document becomes far longer than its file is, by repetition or compression, which is not read.',
    );
  }
}
