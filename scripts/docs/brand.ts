import { readFile } from 'node:fs/promises';

/** How the reference looks, as text that can stand inside one page: nothing of it is fetched. */
export interface Brand {
  favicon: string;
  logo: string;
  styles: string;
}

const INK = '#0b3c49';
const FOAM = '#e8f6f4';

export async function readBrand(): Promise<Brand> {
  const [mark, letters, styles] = await Promise.all([read('mark.svg'), read('letters.svg'), read('theme.css')]);
  const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 112 32">${mark.replace('<svg', '<svg width="32"')}${letters}</svg>`;
  const onDark = wordmark.replace(`stroke="${INK}"`, `stroke="${FOAM}"`);
  return {
    favicon: dataAddress(mark),
    logo: dataAddress(wordmark),
    styles: `${styles}\n:root.dark [data-testid="logo"] img { content: url("${dataAddress(onDark)}"); }\n`,
  };
}

function read(name: string): Promise<string> {
  return readFile(new URL(`./brand/${name}`, import.meta.url), 'utf8');
}

function dataAddress(svg: string): string {
  const compact = svg.replace(/>\s+</g, '><').trim();
  return `data:image/svg+xml,${encodeURIComponent(compact)}`;
}
