import { countTokens } from './tokens.js';

const END = ' […]';
const END_TOKENS = countTokens(END);

/** A text of at most so many tokens, whose end says if it was cut. */
export function clipped(text: string, maxTokens: number): string {
  const head = headOf(text, maxTokens);
  return head === text ? text : `${headOf(text, maxTokens - END_TOKENS)}${END}`;
}

/** The text as far as it has at most so many tokens, or a little less of it. */
export function headOf(text: string, maxTokens: number): string {
  // No tokenizer has tokens of more than a few characters for long.
  let length = Math.min(text.length, Math.max(0, maxTokens) * 6);
  for (
    let tokens = countTokens(text.slice(0, length));
    tokens > maxTokens;
    tokens = countTokens(text.slice(0, length))
  ) {
    length = Math.floor(length * Math.min(0.95, maxTokens / tokens));
  }
  const isInsideOfLetter =
    /[\ud800-\udbff]/.test(text.charAt(length - 1)) && /[\udc00-\udfff]/.test(text.charAt(length));
  return text.slice(0, isInsideOfLetter ? length - 1 : length);
}
