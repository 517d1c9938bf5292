import { contentLinks } from '../html/links.js';
import type { FormatDefinition } from './format-definition.js';

export const links: FormatDefinition = {
  field: 'links',
  make: ({ linked, baseUrl }) => ({ value: contentLinks(linked, baseUrl) }),
};
