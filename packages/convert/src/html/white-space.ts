/** Whether a text has no other white space than single spaces, as most short ones, and no characters beyond ASCII. */
export function isSpacedOnce(text: string): boolean {
  let before = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < SPACE || code >= FIRST_BEYOND_ASCII || (code === SPACE && before === SPACE)) return false;
    before = code;
  }
  return true;
}

const SPACE = 32;
const FIRST_BEYOND_ASCII = 127;
