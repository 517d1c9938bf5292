import { ConvertError } from '../page/convert-error.js';
import { unpack, withoutCompression } from './archive.js';
import type { ReadDocument } from './document.js';
import { documentHtml } from './document-html.js';
import { factsOf } from './dublin-core.js';

/** Styles that mammoth does not map by itself. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
];

/** Maximum characters in base64 of one image, and of all images. Larger images keep only their alternative text. */
const MAX_IMAGE = 256 * 1024;
const MAX_IMAGES = 4 * 1024 * 1024;

interface DocxNode {
  readonly type: string;
  readonly children?: readonly DocxNode[];
  readonly isHeader?: boolean;
}

/** Makes the first row of each table its head, unless the document marks one: Word marks only heads that repeat on each page. */
function withHeads(node: DocxNode): DocxNode {
  const children = node.children?.map(withHeads);
  const isHeadless = node.type === 'table' && children && children.length > 1 && !children.some((row) => row.isHeader);
  const [first, ...rest] = children ?? [];
  return {
    ...node,
    ...(isHeadless && first ? { children: [{ ...first, isHeader: true }, ...rest] } : children && { children }),
  };
}

/** Reads a Word document. */
export async function readDocx(body: Uint8Array): Promise<ReadDocument> {
  const { default: mammoth } = await import('mammoth');
  const parts = unpack(body, (name) => name === 'docProps/core.xml' || name === 'word/document.xml');
  if (!parts['word/document.xml']) throw new ConvertError('unreadable', 'The file is no Word document.');
  let [images, omitted] = [0, 0];
  const convertImage = mammoth.images.imgElement(async (image) => {
    const data = await image.read('base64');
    const fits = data.length <= MAX_IMAGE && images + data.length <= MAX_IMAGES;
    if (fits) images += data.length;
    else omitted += 1;
    return { src: fits ? `data:${image.contentType};base64,${data}` : '' };
  });
  try {
    const buffer = Buffer.from(withoutCompression(body));
    const { value } = await mammoth.convertToHtml(
      { buffer },
      { styleMap: STYLES, convertImage, transformDocument: withHeads },
    );
    const warnings = omitted > 0 ? [`Images of the document that are too large were left out: ${omitted}.`] : undefined;
    return { html: documentHtml(value, factsOf(parts['docProps/core.xml'])), warnings };
  } catch (error) {
    if (error instanceof ConvertError) throw error;
    throw new ConvertError('unreadable', 'The Word document is broken.', { cause: error });
  }
}
