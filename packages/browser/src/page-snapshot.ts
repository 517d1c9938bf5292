import type { Locator, Page } from 'playwright-core';
import { countOfElements, isSecretField } from './in-page.js';
import { acrossNavigations } from './navigation.js';
import { RenderFailure } from './render-failure.js';

/** What a page shows, for a reader that cannot see it. All words are those of the page. */
export interface PageSnapshot {
  /** One element on each line, indented as they contain each other. */
  readonly text: string;
  /** What the elements that can be used are, such as `button "Buy"`, by their refs. */
  readonly elements: ReadonlyMap<string, string>;
}

/** Elements of a page that is read: a larger one takes the memory of the browser and of this process. */
const MAX_ELEMENTS = 30_000;

/** Fields whose text is shown; the text of further ones is left out. */
const MAX_FIELDS = 200;

/** Levels of elements that are read. */
const MAX_DEPTH = 200;

const SNAPSHOT_MS = 10_000;

const FIELD_MS = 2_000;

/**
 * Reads the accessibility tree of the page, without hidden elements and the text of secret fields; throws a `RenderFailure`,
 * or the reason of the signal.
 */
export async function pageSnapshot(
  page: Page,
  signal: AbortSignal,
  { root, style }: { readonly root?: Locator; readonly style?: SnapshotStyle } = {},
): Promise<PageSnapshot> {
  try {
    const nodes = await acrossNavigations(page, async () => {
      if ((await page.evaluate<number>(countOfElements)) > MAX_ELEMENTS) {
        throw new RenderFailure('failed', `The page has more than ${MAX_ELEMENTS} elements.`);
      }
      return (root ?? page).ariaSnapshotJSON({ mode: 'ai', boxes: true, timeout: SNAPSHOT_MS, signal });
    });
    const tree = nodesOf(nodes);
    return describeTree(tree, await readableFields(page, tree), style);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RenderFailure) throw error;
    throw new RenderFailure('failed', 'The page cannot be read now.', { cause: error });
  }
}

/** An element of the driver's tree. A string is text. */
export type SnapshotNode = string | SnapshotElement;

export interface SnapshotElement {
  readonly role: string;
  readonly name?: string;
  readonly text?: string;
  readonly ref?: string;
  readonly url?: string;
  readonly placeholder?: string;
  readonly cursor?: string;
  readonly ariaHidden?: boolean;
  readonly box?: { readonly x: number; readonly width: number };
  readonly children?: readonly SnapshotNode[];
  readonly [state: string]: unknown;
}

function nodesOf(value: unknown): readonly SnapshotNode[] {
  return Array.isArray(value) ? value : [];
}

const FIELD_ROLES: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/** The refs of the fields whose text may be shown. The text of a field that does not answer in time is not shown. */
async function readableFields(page: Page, nodes: readonly SnapshotNode[]): Promise<ReadonlySet<string>> {
  const refs = fieldsOf(nodes).slice(0, MAX_FIELDS);
  const readable = await Promise.all(
    refs.map((ref) =>
      page
        .locator(`aria-ref=${ref}`)
        .evaluate(isSecretField, undefined, { timeout: FIELD_MS })
        .then((isSecret) => !isSecret)
        .catch(() => false),
    ),
  );
  return new Set(refs.filter((_, index) => readable[index]));
}

function fieldsOf(nodes: readonly SnapshotNode[], depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const own = FIELD_ROLES.has(node.role) && node.ref !== undefined ? [node.ref] : [];
    return [...own, ...fieldsOf(node.children ?? [], depth + 1)];
  });
}

/** The maximum number of characters in one name or text. */
const MAX_TEXT = 2_000;

const STATES = ['checked', 'disabled', 'expanded', 'invalid', 'pressed', 'selected'] as const;

/** How a tree is written. */
export interface SnapshotStyle {
  /** Whether elements that are neither used nor headings are left out, with their text. */
  readonly onlyUsable: boolean;
  /** Levels that are written. */
  readonly maxLevels: number;
  wordsFor(node: SnapshotElement): string;
}

/** Writes the tree as lines. Elements that only hold others have none. */
export function describeTree(
  nodes: readonly SnapshotNode[],
  readable: ReadonlySet<string>,
  style: SnapshotStyle = { onlyUsable: false, maxLevels: Number.POSITIVE_INFINITY, wordsFor },
): PageSnapshot {
  const elements = new Map<string, string>();
  const lines: string[] = [];

  function write(level: number, text: string): void {
    if (text !== '' && level < style.maxLevels) lines.push(`${'  '.repeat(Math.min(level, MAX_INDENT))}- ${text}`);
  }

  function visit(node: SnapshotNode, level: number, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (typeof node === 'string') {
      if (!style.onlyUsable) write(level, line(node));
      return;
    }
    if (isHidden(node)) return;
    const isNamed = (node.name ?? '') !== '' || !PLAIN_ROLES.has(node.role);
    const isShown = isUsable(node) || (style.onlyUsable ? node.role === 'heading' : isNamed);
    const text = shownText(node, readable);
    if (isShown) write(level, text === '' ? style.wordsFor(node) : `${style.wordsFor(node)}: ${text}`);
    else if (!style.onlyUsable) write(level, text);
    if (isUsable(node)) elements.set(node.ref, labelOf(node));
    // The children of a field are its text again.
    if (isSecret(node, readable)) return;
    for (const child of node.children ?? []) visit(child, isShown ? level + 1 : level, depth + 1);
  }

  for (const node of nodes) visit(node, 0, 0);
  return { text: lines.join('\n'), elements };
}

/** Deeper lines say no more. */
const MAX_INDENT = 20;

/** Roles that tell nothing about an element. */
const PLAIN_ROLES: ReadonlySet<string> = new Set(['generic', 'text']);

function wordsFor(node: SnapshotElement): string {
  const { level, placeholder, url } = node;
  return [
    labelOf(node),
    ...(level === undefined ? [] : [`level ${level}`]),
    ...STATES.filter((state) => node[state]),
    ...(placeholder ? [`placeholder ${quoted(placeholder)}`] : []),
    ...(url ? [`to ${line(url)}`] : []),
    ...(isUsable(node) ? [`[${node.ref}]`] : []),
  ].join(' ');
}

function labelOf({ role, name = '' }: SnapshotElement): string {
  return name === '' ? role : `${role} ${quoted(name)}`;
}

/** Elements that the page hides from readers, or puts where they cannot scroll to. */
function isHidden({ ariaHidden, box }: SnapshotElement): boolean {
  // The options of a list that is closed have no size.
  return ariaHidden === true || (box !== undefined && box.width > 0 && box.x + box.width <= 0);
}

/** Roles that people click or write into. */
const USABLE_ROLES: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'gridcell',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'scrollbar',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

function isUsable(node: SnapshotElement): node is SnapshotElement & { readonly ref: string } {
  return node.ref !== undefined && (USABLE_ROLES.has(node.role) || node.cursor === 'pointer');
}

function isSecret({ role, ref }: SnapshotElement, readable: ReadonlySet<string>): boolean {
  return FIELD_ROLES.has(role) && !(ref !== undefined && readable.has(ref));
}

function shownText(node: SnapshotElement, readable: ReadonlySet<string>): string {
  const { text = '' } = node;
  return isSecret(node, readable) && text !== '' ? '(not shown)' : line(text);
}

/** A snapshot in the form of the command line tool `agent-browser`. */
export function referringStyle(
  options: Omit<SnapshotStyle, 'wordsFor'> & { readonly hasUrls: boolean },
): SnapshotStyle {
  return {
    ...options,
    wordsFor(node) {
      const { level, url, ref } = node;
      const facts = [
        ...(level === undefined ? [] : [`level=${level}`]),
        ...STATES.filter((state) => node[state]),
        ...(ref === undefined ? [] : [`ref=${ref}`]),
        ...(options.hasUrls && url ? [`url=${line(url)}`] : []),
      ];
      return facts.length > 0 ? `${labelOf(node)} [${facts.join(', ')}]` : labelOf(node);
    },
  };
}

const quoted = (text: string): string => JSON.stringify(line(text));

function line(text: string): string {
  const short = text.replace(/\s+/g, ' ').trim();
  return short.length > MAX_TEXT ? `${short.slice(0, MAX_TEXT)}…` : short;
}
