import { readFile } from 'node:fs/promises';
import { CMAP_FOLDER } from './cmap-folder.js';

/** The maps by their names: each is read for the first PDF that needs it. */
const maps = new Map<string, Promise<Uint8Array>>();

/**
 * Gives the PDF library the maps from characters to letters that PDFs name without holding them. Text needs no other of its
 * data, such as the shapes of standard fonts.
 */
export class PdfData {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error(`There is no ${filename} here.`);
    let map = maps.get(filename);
    if (!map) {
      map = readFile(new URL(filename, CMAP_FOLDER));
      maps.set(filename, map);
    }
    // A copy, because the library may transfer it.
    return new Uint8Array(await map);
  }
}
