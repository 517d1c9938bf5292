import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff';
import { withFinalNewline } from './same-text.js';
import { MAX_PARSED_LINES } from './version-size.js';

/** A diff that takes longer is replaced by one that removes all old lines and adds all new ones. */
const TIMEOUT_MS = 500;
const CONTEXT_LINES = 3;

type Hunk = StructuredPatch['hunks'][number];

/** One line of a diff; `content` begins with its sign. `ln` is the line number in the old or the new text. */
export type DiffLine =
  | { readonly type: 'add' | 'del'; readonly ln: number; readonly content: string }
  | { readonly type: 'normal'; readonly ln1: number; readonly ln2: number; readonly content: string };

export interface DiffChunk {
  /** The line that begins with `@@`. */
  readonly content: string;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly changes: readonly DiffLine[];
}

export interface DiffFile {
  readonly from: string;
  readonly to: string;
  readonly additions: number;
  readonly deletions: number;
  readonly chunks: readonly DiffChunk[];
}

/** A diff of two texts, in unified and in parsed form. */
export interface TextDiff {
  readonly text: string;
  /** Returns undefined for a diff with so many lines that making an object for each line would take seconds. */
  readonly json?: { readonly files: readonly DiffFile[] };
}

/** The diff of two texts; undefined when they are equal or differ only in the final line break. */
export function diffText(before: string, after: string): TextDiff | undefined {
  const [previous, current] = [withFinalNewline(before), withFinalNewline(after)];
  if (previous === current) return undefined;
  const patch = patchWithin(previous, current);
  const text = formatPatch(patch, FILE_HEADERS_ONLY);
  if (patch.hunks.reduce((sum, { lines }) => sum + lines.length, 0) > MAX_PARSED_LINES) return { text };
  const chunks = patch.hunks.map(chunkOf);
  const lines = chunks.flatMap((chunk) => chunk.changes);
  const file = {
    from: patch.oldFileName ?? '',
    to: patch.newFileName ?? '',
    additions: lines.filter((line) => line.type === 'add').length,
    deletions: lines.filter((line) => line.type === 'del').length,
    chunks,
  };
  return { text, json: { files: [file] } };
}

function patchWithin(previous: string, current: string): StructuredPatch {
  const options = { context: CONTEXT_LINES, timeout: TIMEOUT_MS };
  const [from, to] = ['previous', 'current'];
  const minimal = structuredPatch(from, to, previous, current, undefined, undefined, options);
  // This diff is correct, only longer than necessary: it removes the old text and adds the new one.
  return (
    minimal ?? {
      oldFileName: from,
      newFileName: to,
      oldHeader: '',
      newHeader: '',
      hunks: [replacementHunk(previous, current)],
    }
  );
}

function replacementHunk(previous: string, current: string): Hunk {
  const [removed, added] = [linesOf(previous), linesOf(current)];
  return {
    oldStart: Math.min(1, removed.length),
    oldLines: removed.length,
    newStart: Math.min(1, added.length),
    newLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function chunkOf({ lines, ...range }: Hunk): DiffChunk {
  let { oldStart: old, newStart: current } = range;
  const changes = lines.map((content): DiffLine => {
    if (content.startsWith('+')) return { type: 'add', ln: current++, content };
    if (content.startsWith('-')) return { type: 'del', ln: old++, content };
    return { type: 'normal', ln1: old++, ln2: current++, content };
  });
  const { oldStart, oldLines, newStart, newLines } = range;
  return { content: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...range, changes };
}
