/** Whether `diffText` finds no difference. */
export function isSameText(before: string, after: string): boolean {
  return withFinalNewline(before) === withFinalNewline(after);
}

/** Readers do not see the final line break, so it makes no difference. */
export function withFinalNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
