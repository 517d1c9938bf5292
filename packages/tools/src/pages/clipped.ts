import { countTokens } from './tokens.js';

/** A text of at most so many tokens, whose end says if it was cut. */
export function clipped(text: string, maxTokens: number): string {
  // No tokenizer has tokens of more than a few characters for long.
  let length = Math.min(text.length, maxTokens * 6);
  while (countTokens(text.slice(0, length)) > maxTokens) length = Math.floor(length * 0.8);
  return length < text.length ? `${text.slice(0, length)} […]` : text;
}
