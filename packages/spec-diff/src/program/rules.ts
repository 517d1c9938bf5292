import { rulesList } from '../rules/list.js';
import { print } from './console.js';

/** Prints what each rule finds, as Markdown. */
export function printRules(): number {
  print(rulesList());
  return 0;
}
