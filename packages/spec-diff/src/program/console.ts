import { visible } from '../output/visible.js';

/** Prints what a writer of an output has made, or words of ours. */
export function print(written: string): void {
  console.log(written);
}

/** Says in one line on the standard error what went wrong. It may name what others have named. */
export function complain(sentence: string): void {
  console.error(visible(sentence));
}
