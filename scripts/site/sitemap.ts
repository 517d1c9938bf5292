import { escapeHtml } from './html.js';

/** A sitemap (https://www.sitemaps.org) of the pages at these addresses, which are named in full. */
export function sitemap(addresses: readonly string[]): string {
  const places = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.join('\n')}
</urlset>
`;
}
