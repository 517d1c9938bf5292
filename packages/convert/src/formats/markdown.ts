import type { FormatDefinition } from './format-definition.js';

export const markdown: FormatDefinition = {
  field: 'markdown',
  isRedacted: true,
  async make({ content, baseUrl, source, options }) {
    if (source.markdown !== undefined) return { value: source.markdown };
    const { toMarkdown } = await import('../markdown/markdown.js');
    return { value: toMarkdown(content, { baseUrl, removeBase64Images: options.removeBase64Images === true }) };
  },
};
