const HERE = import.meta.url;

/**
 * Stands for the folder of the source in the built package. It is resolved in two steps: a bundler that sees both in one
 * expression looks for a file to copy, and webpack fails as this is a folder.
 */
export const CMAP_FOLDER = new URL('cmaps/', HERE);
