/** Stands for the folder of the source in the built package. */
export const CMAP_FOLDER = new URL('cmaps/', import.meta.url);
