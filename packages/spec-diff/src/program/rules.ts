import { rulesList } from '../rules/list.js';

/** Prints what each rule finds, as Markdown. */
export function printRules(): number {
  console.log(rulesList());
  return 0;
}
