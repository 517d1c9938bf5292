import { contentImages } from '../html/links.js';
import type { FormatDefinition } from './format-definition.js';

export const images: FormatDefinition = {
  field: 'images',
  make: ({ content, baseUrl }) => ({ value: contentImages(content, baseUrl).map(({ url }) => url) }),
};
