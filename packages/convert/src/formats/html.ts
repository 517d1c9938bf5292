import { cleanHtml } from '../html/clean-html.js';
import type { FormatDefinition } from './format-definition.js';

export const html: FormatDefinition = {
  field: 'html',
  make: ({ content, page, baseUrl }) => ({ value: cleanHtml(content, page, baseUrl) }),
};
