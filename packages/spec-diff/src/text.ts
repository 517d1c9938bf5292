/**
 * A piece of a sentence. `words` are ours. `code` and `name` are from a contract, or from another source that is not
 * trusted: a `code` is shown apart from the words, as in backticks, and a `name` in line with them, such as the status of
 * a response. Whoever writes a sentence into an output escapes them for that output.
 */
export interface TextPart {
  kind: 'words' | 'code' | 'name';
  text: string;
}

/** A sentence, or a part of one, whose pieces are known to be trusted or not. */
export type Text = readonly TextPart[];

/** What a template puts in: a text, a number, or a word of ours. */
type Part = Text | number | string;

/** A `string` of which the compiler does not know the values may be from a contract, so that it has to be marked. */
type Known<T extends Part> = string extends T ? never : T;

/**
 * Makes a text of a template. Its literal parts are words, in which backticks mark code of ours. What is put in are texts,
 * numbers and words that are literals themselves.
 */
export function text<const P extends readonly Part[]>(
  literals: TemplateStringsArray,
  ...parts: { [I in keyof P]: Known<P[I]> }
): Text {
  return literals.flatMap((literal, index) => [...literalText(literal), ...partText(parts[index])]);
}

function partText(part: Part = ''): Text {
  return typeof part === 'object' ? part : literalText(String(part));
}

/** A text of our own, in which backticks mark code. */
export function literalText(literal: string): Text {
  return literal
    .split('`')
    .map((piece, index): TextPart => ({ kind: index % 2 === 0 ? 'words' : 'code', text: piece }))
    .filter(({ kind, text }) => kind === 'code' || text !== '');
}

/** A name or a value that is not ours, shown apart from the words. */
export function code(value: string): Text {
  return [{ kind: 'code', text: value }];
}

/** A name that is not ours, shown in line with the words. */
export function name(value: string): Text {
  return [{ kind: 'name', text: value }];
}

/** Puts texts one after the other. */
export function sequence(texts: readonly Text[], separator: ', ' | ' ' | ' and ' | ' or ' = ', '): Text {
  return texts.flatMap((each, index) => (index === 0 ? each : [...literalText(separator), ...each]));
}

/** The text for those who see no marks but backticks. */
export function plainText(parts: Text): string {
  return parts.map(({ kind, text }) => (kind === 'code' ? `\`${text}\`` : text)).join('');
}

/** What tells one text from another. */
export function keyOf(parts: Text): string {
  return JSON.stringify(parts.map(({ kind, text }) => [kind, text]));
}

/** A sentence without its last character, the full stop. */
export function withoutStop(sentence: Text): Text {
  const last = sentence.at(-1);
  return last?.kind === 'words' ? [...sentence.slice(0, -1), { ...last, text: last.text.slice(0, -1) }] : sentence;
}

/** Each text once, in the order in which it is met. */
export function withoutDoubles(texts: readonly Text[]): Text[] {
  return [...new Map(texts.map((each) => [keyOf(each), each])).values()];
}

/** A sentence whose first word begins with a capital letter. */
export function capitalized([first, ...others]: Text): Text {
  if (first?.kind !== 'words') return first ? [first, ...others] : [];
  return [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...others];
}
