import type { LinkOf } from './links.js';
import { table } from './markdown-table.js';
import { type Content, type Field, formsInWords, type NamedExample, type Page, type Section } from './model.js';
import { joined } from './notes.js';
import { literal } from './types.js';

export interface MarkdownView {
  /** Turns the links of texts into those of files. */
  readonly link: LinkOf;
  /** How many levels deeper the headings are than on a page of their own. */
  readonly deeper: number;
  /** Whether programs and examples are part of it. */
  readonly hasExamples: boolean;
}

/** A page as Markdown: fields as lists, with those of nested objects below theirs. */
export function pageMarkdown(page: Page, { link, deeper, hasExamples }: MarkdownView): string {
  const { title, text, call, notes, sections, failures, samples, bodies, answers } = page;
  const level = (depth: number) => '#'.repeat(depth + deeper);
  const rows = failures.map((failure) => [`\`${failure.status}\``, failure.text]);
  const examples = [
    ...samples.map(({ label, language, source }) => `${level(3)} ${label}\n\n${fenced(language, source.trim())}`),
    ...(samples.length === 0 ? bodies.map((body) => exampleText(body)) : []),
    ...answers.flatMap(({ status, examples: bodiesOfAnswer, headers }) => {
      if (bodiesOfAnswer.length === 0) return [];
      const head = headers.map(({ name, example }) => `\`${name}: ${example}\``).join(', ');
      return [`${level(3)} Answer ${status}`, head, ...bodiesOfAnswer.map((example) => exampleText(example))];
    }),
  ];
  const markdown = joined([
    `${level(1)} ${title}`,
    call &&
      `\`${call.method.toUpperCase()} ${call.path}\` (\`${call.operationId}\`${call.sdkMethods.map((method) => `, \`${method}()\``).join('')})`,
    deeperHeadings(text, deeper),
    notes.map((note) => `- **${note.name}:** ${note.text}`).join('\n'),
    ...sections.map((section) => sectionText(section, level(2))),
    rows.length > 0 ? `${level(2)} Failures\n\n${table(['Status', 'What happened'], rows)}` : undefined,
    ...(hasExamples && examples.length > 0 ? [`${level(2)} Examples`, ...examples] : []),
  ]);
  return markdown.replace(/\]\((#\/[^)\s]*|guides:[^)\s]*)\)/g, (_, href: string) => `](${link(href)})`);
}

function sectionText({ title, text, content }: Section, level: string): string {
  return joined([`${level} ${title}`, text, contentLines(content).join('\n')]);
}

function contentLines(content: Content): string[] {
  const { fields, choices, plain, shownAt } = content;
  return [
    ...(shownAt === undefined ? [] : [`- The fields of \`${shownAt}\`.`]),
    ...(plain.length === 0 ? [] : [`- ${formsInWords(content)}`]),
    ...fields.flatMap(fieldLines),
    ...choices.flatMap(({ name, text, content: inner }) => [
      ...item(`One of: **\`${name}\`**${text ? `. ${text}` : ''}`),
      ...indented(contentLines(inner)),
    ]),
  ];
}

function fieldLines({
  name,
  type,
  isRequired,
  isDeprecated,
  preset,
  badges,
  text,
  refusals,
  content,
}: Field): string[] {
  const facts = [
    type,
    isRequired ? '**required**' : '',
    isDeprecated ? 'deprecated' : '',
    preset === undefined ? '' : `default \`${literal(preset)}\``,
    ...badges,
  ];
  const refusal = refusals.map((each) => `Refused with: “${each}”`);
  return [
    ...item(joined([`\`${name}\`: ${facts.filter(Boolean).join(', ')}. ${text}`.trim(), ...refusal])),
    ...indented(contentLines(content)),
  ];
}

/** A point of a list; lines after the first belong to it. */
function item(text: string): string[] {
  const [first = '', ...lines] = text.split('\n');
  return [`- ${first}`, ...indented(lines)];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

function exampleText({ name, language, value }: NamedExample): string {
  const text = language === 'json' ? JSON.stringify(value, null, 2) : String(value).trim();
  return `${name}:\n\n${fenced(language, text)}`;
}

function fenced(language: string, code: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length + 1)));
  return `${fence}${language}\n${code}\n${fence}`;
}

function deeperHeadings(text: string, deeper: number): string {
  return deeper === 0 ? text : text.replace(/^#+(?= )/gm, (marks) => '#'.repeat(marks.length + deeper));
}
