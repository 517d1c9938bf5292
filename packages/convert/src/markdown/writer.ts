/** Deeper quotes and lists are not indented further: the prefix of every line grows with each level. */
const MAX_DEPTH = 16;

interface Container {
  /** Precedes the first line only, such as `- `; undefined once it is written. */
  marker: string | undefined;
  readonly indent: string;
  /** Whether blocks follow each other without a blank line. */
  readonly tight: boolean;
  empty: boolean;
}

/** Writes blocks one below the other, inside quotes and list items. */
export class MarkdownWriter {
  readonly #lines: string[] = [];
  readonly #containers: Container[] = [{ marker: undefined, indent: '', tight: false, empty: true }];
  #separate = false;

  /** Runs `write` and puts its blocks inside a quote, a list or a list item. */
  within(container: { marker?: string; indent: string; tight?: boolean }, write: () => void): void {
    this.#separate ||= this.#needsBlankLine();
    const flat = this.#containers.length > MAX_DEPTH;
    this.#containers.push({
      marker: flat ? undefined : container.marker,
      indent: flat ? '' : container.indent,
      tight: container.tight ?? false,
      empty: true,
    });
    write();
    this.#containers.pop();
  }

  /** Writes one block of one or more lines. */
  block(text: string): void {
    if (text === '') return;
    if (this.#separate || this.#needsBlankLine()) this.#lines.push(this.#writtenIndent().trimEnd());
    this.#separate = false;
    for (const line of text.includes('\n') ? text.split('\n') : [text]) {
      let prefix = '';
      for (const container of this.#containers) {
        prefix += container.marker ?? container.indent;
        container.marker = undefined;
        container.empty = false;
      }
      // Two trailing spaces are a line break and stay; an empty line needs no indent.
      this.#lines.push(line === '' ? prefix.trimEnd() : prefix + line);
    }
  }

  toString(): string {
    return this.#lines.join('\n').trim();
  }

  #needsBlankLine(): boolean {
    const current = this.#containers.at(-1);
    return current !== undefined && !current.empty && !current.tight;
  }

  /** The prefix of a blank line between two blocks. Only containers of both blocks contribute to it. */
  #writtenIndent(): string {
    return this.#containers.map((container) => (container.empty ? '' : container.indent)).join('');
  }
}
