import { readFile } from 'node:fs/promises';

/** How the reference looks, as text that can stand inside one page: nothing of it is fetched. */
export interface Brand {
  favicon: string;
  styles: string;
}

/** What stands in the contract in place of our logo: the page copies that to the clipboard, and styles draw the rest. */
export const LOGO_PLACE = dataAddress('<svg xmlns="http://www.w3.org/2000/svg"/>');

const INK = '#0b3c49';
const FOAM = '#e8f6f4';

export async function readBrand(): Promise<Brand> {
  const [mark, letters, theme] = await Promise.all([read('mark.svg'), read('letters.svg'), read('theme.css')]);
  const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" width="112" height="32" viewBox="0 0 112 32">${mark.replace('<svg', '<svg width="32"')}${letters}</svg>`;
  const onDark = wordmark.replace(`stroke="${INK}"`, `stroke="${FOAM}"`);
  const styles = [
    theme,
    `[data-testid="logo"] img { content: url("${dataAddress(wordmark)}"); }`,
    `:root.dark [data-testid="logo"] img { content: url("${dataAddress(onDark)}"); }\n`,
  ].join('\n');
  return { favicon: dataAddress(mark), styles };
}

function read(name: string): Promise<string> {
  return readFile(new URL(`./brand/${name}`, import.meta.url), 'utf8');
}

function dataAddress(svg: string): string {
  const compact = svg.replace(/>\s+</g, '><').trim();
  return `data:image/svg+xml,${encodeURIComponent(compact)}`;
}
