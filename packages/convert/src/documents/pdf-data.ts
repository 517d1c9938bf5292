import { readFile } from 'node:fs/promises';
import { CMAP_FOLDER } from './cmap-folder.js';

/** The maps by their names: each is read for the first PDF that needs it. */
const maps = new Map<string, Promise<Uint8Array>>();

/**
 * Gives the PDF library the maps from characters to letters that PDFs name without holding them. Text needs no other of its
 * data, such as the shapes of standard fonts.
 */
export class PdfData {
  /** The names of the maps that could not be read. The library goes on without the text that needs them, and tells nobody. */
  readonly #missing: Set<string>;

  constructor(missing: Set<string>) {
    this.#missing = missing;
  }

  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error(`There is no ${filename} here.`);
    let map = maps.get(filename);
    if (!map) {
      map = readFile(new URL(filename, CMAP_FOLDER));
      maps.set(filename, map);
    }
    try {
      // A copy, because the library may transfer it.
      return new Uint8Array(await map);
    } catch (error) {
      maps.delete(filename);
      this.#missing.add(filename.replace(/\.bcmap$/, ''));
      throw error;
    }
  }
}
