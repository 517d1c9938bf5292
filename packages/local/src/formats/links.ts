import type { LinksFormat } from '@trawl/client';
import { contentLinks } from '../html/links.js';
import type { FormatDefinition } from './format-definition.js';

export const links: FormatDefinition<LinksFormat> = {
  field: 'links',
  make: ({ linked, baseUrl }) => ({ value: contentLinks(linked, baseUrl) }),
};
