import type { Guide } from '../guides/guides.js';
import { PLACES } from './reference-page.js';
import type { Section } from './sections.js';

/** The whole reference as Markdown. */
export function referenceMarkdown(sections: readonly Section[]): string {
  return sections
    .map(({ title, markdown }) => `# ${title}\n\n${markdown}`)
    .join('\n\n')
    .concat('\n');
}

/** The list of the documentation for language models: https://llmstxt.org */
export function llmsText(sections: readonly Section[], guides: readonly Guide[]): string {
  const [first] = sections;
  const groups = [...new Set(sections.map(({ group }) => group))].filter((group) => group !== undefined);
  const calls = groups.map((group) => {
    const lines = sections
      .filter((section) => section.group === group && section.operation)
      .map(({ title, operation }) => `- ${title}: \`${operation?.method.toUpperCase()} ${operation?.path}\``);
    return lines.length > 0 ? `### ${group}\n\n${lines.join('\n')}` : undefined;
  });
  const guideLines = guides.map(({ name, title, summary }) => `- [${title}](${PLACES.guides}${name}.html): ${summary}`);
  return [
    `# Trawl: ${first?.title}`,
    `> ${first?.markdown.split('\n\n')[0]?.replaceAll('\n', ' ')}`,
    '## Reference',
    [
      '- [The whole reference](reference.md): every call, field, limit and failure',
      '- [The contract](openapi.yaml): OpenAPI 3.1, also as [JSON](openapi.json)',
      '- [Everything in one file](llms-full.txt): the guides and the reference',
    ].join('\n'),
    '## Guides',
    guideLines.join('\n'),
    '## Calls',
    ...calls.filter((text) => text !== undefined),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The guides in their order, and the reference after them. */
export function llmsFullText(sections: readonly Section[], guides: readonly Guide[]): string {
  return [...guides.map(({ markdown }) => markdown.trim()), referenceMarkdown(sections)].join('\n\n');
}
