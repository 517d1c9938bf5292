import { Parser } from 'htmlparser2';

/** What a part has if a drawing in it holds text. */
const TEXT_BOX = /<wps:txbx[\s>]/;

const BEFORE = '<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox>';
const AFTER = '</v:textbox></v:shape></w:pict>';

/** A part of the text that is left out, with what stands in its place. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An alternative for programs that know more, and one for those that do not. */
interface Choice {
  readonly start: number;
  /** Where the first alternative begins and ends, inside of its tags. */
  firstStart?: number;
  firstEnd?: number;
  texts: { 'mc:Choice': number; 'mc:Fallback': number };
  now?: 'mc:Choice' | 'mc:Fallback' | undefined;
}

/**
 * Writes the text boxes of drawings as those of pictures, which alone the library reads. Word writes both, one as the alternative
 * of the other; other programs write only the drawing.
 */
export function withTextBoxes(xml: string): string {
  if (!TEXT_BOX.test(xml)) return xml;
  const edits: Edit[] = [];
  const choices: Choice[] = [];
  const drawings: { readonly start: number; readonly boxes: { start: number; end: number }[] }[] = [];
  const boxes: number[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        const [start, end] = [parser.startIndex, parser.endIndex + 1];
        const choice = choices.at(-1);
        if (name === 'mc:AlternateContent') choices.push({ start, texts: { 'mc:Choice': 0, 'mc:Fallback': 0 } });
        else if (choice && (name === 'mc:Choice' || name === 'mc:Fallback')) {
          choice.now = name;
          if (name === 'mc:Choice') choice.firstStart ??= end;
        } else if (name === 'w:drawing') drawings.push({ start, boxes: [] });
        else if (name === 'w:txbxContent') {
          boxes.push(start);
          if (choice?.now) choice.texts[choice.now] += 1;
        }
      },
      onclosetag(name) {
        const [start, end] = [parser.startIndex, parser.endIndex + 1];
        const choice = choices.at(-1);
        if (name === 'mc:Choice' && choice) choice.firstEnd ??= start;
        else if (name === 'mc:AlternateContent' && choice) {
          choices.pop();
          const { firstStart, firstEnd, texts } = choice;
          if (texts['mc:Choice'] === 0 || texts['mc:Fallback'] > 0) return;
          if (firstStart === undefined || firstEnd === undefined) return;
          edits.push({ start: choice.start, end: firstStart, text: '' }, { start: firstEnd, end, text: '' });
        } else if (name === 'w:txbxContent') {
          const boxStart = boxes.pop();
          // A box in a box is a part of it.
          if (boxStart !== undefined && boxes.length === 0) drawings.at(-1)?.boxes.push({ start: boxStart, end });
        } else if (name === 'w:drawing') {
          const drawing = drawings.pop();
          if (!drawing || drawing.boxes.length === 0) return;
          let from = drawing.start;
          for (const [index, box] of drawing.boxes.entries()) {
            edits.push({ start: from, end: box.start, text: `${index === 0 ? '' : AFTER}${BEFORE}` });
            from = box.end;
          }
          edits.push({ start: from, end, text: AFTER });
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  let result = '';
  let copiedTo = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < copiedTo) continue;
    result += xml.slice(copiedTo, start) + text;
    copiedTo = end;
  }
  return result + xml.slice(copiedTo);
}
