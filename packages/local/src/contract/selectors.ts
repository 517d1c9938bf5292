import { compile } from 'css-select';
import { parse } from 'css-what';

/** Whether the HTML of a page can be searched by a selector. */
export function isCssSelector(text: string): boolean {
  return !fails(() => compile(text));
}

/** Whether the driver of a browser may find elements by a selector. It knows pseudo-classes that HTML alone has not. */
export function isElementSelector(text: string): boolean {
  return !fails(() => parse(text));
}

function fails(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch {
    return true;
  }
}
