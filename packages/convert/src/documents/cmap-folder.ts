/** Where the predefined character maps of PDFs are: in the package that has them; the build copies them beside its files. */
export const CMAP_FOLDER = new URL('../../../../node_modules/pdfjs-dist/cmaps/', import.meta.url);
