import type { Guide } from '../guides/guides.js';
import { SURROUNDINGS } from './html/page.js';
import { type LinkOf, linksOfPage } from './links.js';
import { pageMarkdown } from './markdown.js';
import { groupsOf, type Page } from './model.js';
import type { Pages } from './pages.js';

/** The whole reference as Markdown, every schema once. */
export function referenceMarkdown({ pages }: Pages): string {
  const link: LinkOf = (href) => href.replace(/^guides:/, SURROUNDINGS.guides);
  return pages
    .map((page) => pageMarkdown(page, { link, deeper: 0, hasExamples: page.samples.length > 0 }))
    .join('\n\n')
    .concat('\n');
}

/** The list of the documentation for language models: https://llmstxt.org */
export function llmsText(pages: Pages, guides: readonly Guide[]): string {
  const link = linksOfPage(pages, 'index', { guides: SURROUNDINGS.guides, ending: 'md' });
  const line = (page: Page) => {
    const call = page.call
      ? `\`${page.call.method.toUpperCase()} ${page.call.path}\` (\`${page.call.operationId}\`). `
      : '';
    return `- [${page.title}](${link(`#${page.anchor}`)}): ${call}${page.summary}`.replace(/: $/, '');
  };
  const [start] = pages.pages;
  const chapters = pages.pages.filter(({ kind }) => kind === 'chapter');
  const lists = groupsOf(pages.pages).map(([group, members]) => `## ${group}\n\n${members.map(line).join('\n')}`);
  const guideLines = guides.map(
    ({ name, title, summary }) => `- [${title}](${SURROUNDINGS.guides}${name}.md): ${summary}`,
  );
  return [
    `# Trawl: ${start?.title}`,
    `> ${start?.text.split('\n\n')[0]?.replaceAll('\n', ' ')}`,
    '## Everything',
    [
      '- [The whole reference](reference.md): every call, field, limit and failure in one file',
      '- [The contract](openapi.yaml): OpenAPI 3.1, also as [JSON](openapi.json)',
      '- [Everything in one file](llms-full.txt): the guides and the reference',
    ].join('\n'),
    `## Chapters\n\n${chapters.map(line).join('\n')}`,
    `## Guides\n\n${guideLines.join('\n')}`,
    ...lists,
  ]
    .join('\n\n')
    .concat('\n');
}

/** The guides in their order, and the reference after them. */
export function llmsFullText(everything: Pages, guides: readonly Guide[]): string {
  return [...guides.map(({ markdown }) => markdown.trim()), referenceMarkdown(everything)].join('\n\n');
}
