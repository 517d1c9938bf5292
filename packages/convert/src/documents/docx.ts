import { ConvertError } from '../page/convert-error.js';
import { packed, unpack } from './archive.js';
import { DocumentBudget } from './budget.js';
import type { ReadDocument } from './document.js';
import { documentHtml } from './document-html.js';
import { withNamedRelations } from './docx-relations.js';
import { prepareDocx } from './docx-source.js';
import { factsOf } from './dublin-core.js';
import { hasSymbols, withSymbolsOf } from './symbol-fonts.js';

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
  /** Of a run. */
  readonly font?: string | null;
  /** Of a text. */
  readonly value?: string;
  /** Of a link. */
  readonly href?: string | null;
}

interface DocxRoot extends DocxNode {
  readonly notes?: { resolve(reference: DocxNode): { readonly body: readonly DocxNode[] } | null };
}

/** Counts what the document becomes: many links may share an address, and many references a note. */
function count(root: DocxRoot, budget: DocumentBudget): void {
  const sizes = new Map<unknown, number>();
  const sizeOf = (node: DocxNode): number => {
    let size = (node.value?.length ?? 0) + (node.href?.length ?? 0);
    for (const child of node.children ?? []) size += sizeOf(child);
    return size;
  };
  const walk = (node: DocxNode): void => {
    if (node.href) budget.spend('character', node.href.length);
    const note = node.type === 'noteReference' ? root.notes?.resolve(node) : undefined;
    if (note) {
      const size = sizes.get(note) ?? note.body.reduce((sum, child) => sum + sizeOf(child), 0);
      sizes.set(note, size);
      budget.spend('character', size);
    }
    node.children?.forEach(walk);
  };
  walk(root);
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

/** The text with the characters that symbol fonts show for their codes. */
function withSymbols(node: DocxNode, font = ''): DocxNode {
  const ownFont = node.font ?? font;
  if (node.value !== undefined)
    return hasSymbols(node.value) ? { ...node, value: withSymbolsOf(ownFont, node.value) } : node;
  const children = node.children?.map((child) => withSymbols(child, ownFont));
  return children === undefined ? node : { ...node, children };
}

/** The data of an image; undefined for one that is not in the document. */
async function imageData(image: { read(encoding: 'base64'): Promise<string> }): Promise<string | undefined> {
  try {
    return await image.read('base64');
  } catch {
    // The caller counts it: the library fails in several ways where the file is not there.
    return undefined;
  }
}

/** Reads a file in a document as HTML; undefined for one that cannot be read. */
export type PartReader = (name: string, bytes: Uint8Array) => Promise<string | undefined>;

/** Reads a Word document. */
export async function readDocx(
  body: Uint8Array,
  budget = new DocumentBudget(body.length),
  readPart: PartReader = async () => undefined,
): Promise<ReadDocument> {
  const { default: mammoth } = await import('mammoth');
  const archive = unpack(body, budget);
  if (!Object.keys(archive).some((name) => /^word\/[^/]+\.xml$/.test(name)))
    throw new ConvertError('unreadable', 'The file is no Word document.');
  const source = prepareDocx(withNamedRelations(archive, budget), budget);
  let [images, omitted, missing, unread] = [0, 0, 0, 0];
  for (const { name, bytes, insert } of source.chunks) {
    const html = bytes && (await readPart(name, bytes));
    if (html === undefined) unread += 1;
    else {
      budget.spend('character', html.length);
      insert(html);
    }
  }
  const convertImage = mammoth.images.imgElement(async (image) => {
    const data = await imageData(image);
    if (data === undefined) {
      missing += 1;
      return { src: '' };
    }
    budget.spend('step', data.length);
    const fits = data.length <= MAX_IMAGE && images + data.length <= MAX_IMAGES;
    if (fits) images += data.length;
    else omitted += 1;
    return { src: fits ? `data:${image.contentType};base64,${data}` : '' };
  });
  const transformDocument = (root: DocxRoot) => {
    count(root, budget);
    return withHeads(withSymbols(root));
  };
  try {
    const buffer = Buffer.from(packed(source.archive));
    const { value } = await mammoth.convertToHtml({ buffer }, { styleMap: STYLES, convertImage, transformDocument });
    const warnings: string[] = [];
    if (omitted > 0) warnings.push(`Images of the document that are too large were left out: ${omitted}.`);
    if (missing > 0) warnings.push(`Images that the document names are not in it: ${missing}.`);
    if (unread > 0) warnings.push(`Other files that the document shows as parts of its text were not read: ${unread}.`);
    return { html: documentHtml(source.restore(value), factsOf(archive['docProps/core.xml'], budget)), warnings };
  } catch (error) {
    if (error instanceof ConvertError) throw error;
    throw new ConvertError('unreadable', 'The Word document is broken.', { cause: error });
  }
}
