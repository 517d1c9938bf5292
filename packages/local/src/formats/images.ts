import type { ImagesFormat } from '@trawl/client';
import { contentImages } from '../html/links.js';
import type { FormatDefinition } from './format-definition.js';

export const images: FormatDefinition<ImagesFormat> = {
  field: 'images',
  make: ({ content, baseUrl }) => ({ value: contentImages(content, baseUrl).map(({ url }) => url) }),
};
