/** A line that is not carried out. Its message says what is understood. */
export class CommandError extends Error {
  /** As a shell has it: 1 for a command that failed, 2 for wrong arguments, 127 for a command that does not exist. */
  readonly exitCode: number;

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** The words of each line, without its quotes. Throws a `CommandError` for what only a shell could do. */
export function commandLines(text: string): string[][] {
  const lines: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endLine = () => {
    endWord();
    if (words.length > 0) lines.push(words);
    words = [];
  };
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "'") {
      const end = text.indexOf("'", index + 1);
      if (end < 0) throw unclosed(character);
      word = (word ?? '') + text.slice(index + 1, end);
      index = end;
    } else if (character === '"') {
      const quoted = doubleQuoted(text, index + 1);
      word = (word ?? '') + quoted.text;
      index = quoted.end;
    } else if (character === '\\') {
      index++;
      // A line that ends with a backslash goes on in the next.
      if (text.charAt(index) !== '\n') word = (word ?? '') + text.charAt(index);
    } else if (character === '\n') endLine();
    else if (/\s/.test(character)) endWord();
    else if (character === '#' && word === undefined && words.length === 0) index = endOfLine(text, index) - 1;
    else if (SHELL_ONLY.test(character)) throw noShell(character);
    else word = (word ?? '') + character;
  }
  endLine();
  return lines;
}

/** Characters that mean more than themselves to a shell, where they are not quoted. */
const SHELL_ONLY = /[|&;<>()$`]/;

function doubleQuoted(text: string, start: number): { readonly text: string; readonly end: number } {
  let quoted = '';
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '"') return { text: quoted, end: index };
    if (character === '`' || (character === '$' && /[\w{(]/.test(text.charAt(index + 1)))) throw noShell(character);
    if (character === '\\' && /["\\$`\n]/.test(text.charAt(index + 1))) {
      index++;
      if (text.charAt(index) !== '\n') quoted += text.charAt(index);
    } else quoted += character;
  }
  throw unclosed('"');
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

function unclosed(quote: string): CommandError {
  return new CommandError(`The quote ${quote} is not closed.`, 2);
}

function noShell(character: string): CommandError {
  return new CommandError(
    `There is no shell here, so "${character}" means nothing outside of single quotes. Put the text into single quotes, and each command on a line of its own.`,
    2,
  );
}
