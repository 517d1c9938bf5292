/**
 * A PDF of pictures, a page each, as a scanner writes it, with a page of text behind them.
 *
 * @param pictures - JPEG files.
 * @param emptyPages - pages before them that show nothing.
 */
export function scannedPdf(pictures: readonly Uint8Array[], text: string, emptyPages = 0): Uint8Array {
  const objects: Buffer[] = [];
  const add = (content: string, stream?: Uint8Array): number => {
    const number = objects.length + 1;
    const data = stream && Buffer.concat([Buffer.from('\nstream\n'), stream, Buffer.from('\nendstream')]);
    objects.push(
      Buffer.concat([Buffer.from(`${number} 0 obj\n${content}`), ...(data ? [data] : []), Buffer.from('\nendobj\n')]),
    );
    return number;
  };
  const page = (drawing: string, resources: string) => {
    const contents = add(`<< /Length ${drawing.length} >>`, Buffer.from(drawing));
    return add(
      `<< /Type /Page /Parent 1 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Resources << ${resources} >> >>`,
    );
  };
  // The numbers of the first two objects are used before what they hold is known.
  objects.push(Buffer.alloc(0), Buffer.alloc(0));
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const pages = [
    ...Array.from({ length: emptyPages }, () => page('0 0 m', '')),
    ...pictures.map((picture) => {
      const { width, height } = sizeOf(picture);
      const image = add(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>`,
        picture,
      );
      return page('595 0 0 842 0 0 cm /P Do', `/XObject << /P ${image} 0 R >>`);
    }),
    page(`BT /F 12 Tf 72 720 Td (${text}) Tj ET`, `/Font << /F ${font} 0 R >>`),
  ];
  const kids = pages.map((number) => `${number} 0 R`).join(' ');
  objects[0] = Buffer.from(`1 0 obj\n<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>\nendobj\n`);
  objects[1] = Buffer.from('2 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\n');
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...objects, Buffer.from('trailer\n<< /Root 2 0 R >>\n%%EOF')]);
}

/** The size of a JPEG, as the marker of its frame states it. */
function sizeOf(jpeg: Uint8Array): { readonly width: number; readonly height: number } {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  return { height: bytes.readUInt16BE(frame + 5), width: bytes.readUInt16BE(frame + 7) };
}
