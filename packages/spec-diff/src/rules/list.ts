import { RULES } from './index.js';
import type { Example, Rule } from './rule.js';
import { WITHOUT_RULE } from './without-rule.js';

const SUBJECTS: Record<Example['of'], string> = {
  request: 'of a request',
  response: 'of a response',
  operation: 'of an operation',
  schemas: 'of the component schemas',
  document: 'of the contract',
};

/** What each rule finds, with the smallest pair that shows it, and what else has a name, as Markdown. */
export function rulesList(): string {
  const rules = RULES.map((rule) => [rule.name, ruleText(rule)] as const);
  const others = Object.entries(WITHOUT_RULE).map(
    ([name, sentence]) => [name, `### \`${name}\`\n\n${sentence}\n`] as const,
  );
  return [...rules, ...others]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, text]) => text)
    .join('\n');
}

function ruleText({ name, ids, docs, advice, yieldsTo = [] }: Rule): string {
  const { finds, example } = docs;
  const lines = [
    `### \`${name}\``,
    '',
    finds,
    ...(advice ? ['', `Instead: ${advice}`] : []),
    ...(ids.length > 0 ? ['', `Ids: ${ids.map((each) => `\`${each}\``).join(', ')}.`] : []),
    ...(yieldsTo.length > 0
      ? ['', `Rules that judge first: ${yieldsTo.map((each) => `\`${each.name}\``).join(', ')}.`]
      : []),
    '',
    '```yaml',
    `# ${example.id}: ${SUBJECTS[example.of]}, before`,
    ...outdented(example.before),
    '# after',
    ...outdented(example.after),
    '```',
    '',
  ];
  return lines.join('\n');
}

/** The lines of a text without the indentation that they share. */
function outdented(text: string): string[] {
  const lines = text.replace(/^\n/, '').split('\n');
  const indent = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent));
}
