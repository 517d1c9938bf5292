import type { HtmlFormat } from '@trawl/client';
import { cleanHtml } from '../html/clean-html.js';
import type { FormatDefinition } from './format-definition.js';

export const html: FormatDefinition<HtmlFormat> = {
  field: 'html',
  make: ({ content, page, baseUrl }) => ({ value: cleanHtml(content, page, baseUrl) }),
};
