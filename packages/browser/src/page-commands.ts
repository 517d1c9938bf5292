import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '@trawl/base/aborted';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { type RenderedFile, screenshot } from './capture.js';
import { urlRefusal } from './cdp-rules.js';
import { type CommandArguments, type CommandOptions, MANY, readArguments } from './command-arguments.js';
import { CommandError, commandLines } from './command-line.js';
import { isSecretField } from './in-page.js';
import { windowsKnown } from './opened-windows.js';
import { pageSnapshot, referringStyle } from './page-snapshot.js';
import { RenderFailure } from './render-failure.js';
import { scriptValue } from './script-value.js';
import { countRequests, settled } from './settled.js';

/** The pages that commands use. */
export interface CommandScene {
  readonly context: BrowserContext;
  readonly signal: AbortSignal;
  /** Stores a picture or a PDF, and returns its URL. */
  link(file: RenderedFile, page: string): Promise<string>;
}

interface Call extends CommandArguments, CommandScene {
  /** The page that was opened last. */
  readonly page: Page;
}

interface Command extends CommandOptions {
  /** What it prints. */
  run(call: Call): Promise<string>;
}

/** How long a command waits for its element. */
const ELEMENT_MS = 10_000;

const NAVIGATION_MS = 30_000;

/** How long the browser takes to show that it cannot open a page. */
const ERROR_PAGE_MS = 2_000;

const MAX_WAIT_MS = 300_000;

/** Characters that one command prints. */
const MAX_OUTPUT = 1_000_000;

const DONE = '✓ Done';

/**
 * Carries out lines of commands in the manner of the command line tool `agent-browser`. All lines are read before the first is
 * carried out. Throws a `CommandError` for the first that fails, or the reason of the signal.
 *
 * @param print gets what each command prints.
 */
export async function runCommands(text: string, scene: CommandScene, print: (text: string) => void): Promise<void> {
  const lines = commandLines(text).map(commandOf);
  if (lines.length === 0) throw new CommandError(`There is no command. ${UNDERSTOOD}`, 2);
  for (const { command, words } of lines) print(await carryOut(command, words, scene));
}

function commandOf(line: readonly string[]): { readonly command: Command; readonly words: readonly string[] } {
  const start = line.indexOf(PROGRAM);
  const words = start === 0 || (start === 1 && line[0] === 'npx') ? line.slice(start + 1) : line;
  const [name = '', second = ''] = words;
  const pair = `${name} ${second}`;
  const [known, length] = COMMANDS.has(pair) ? [pair, 2] : [ALIASES.get(name) ?? name, 1];
  const command = COMMANDS.get(known);
  if (!command) throw new CommandError(`"${line.join(' ').slice(0, 200)}" is not understood. ${UNDERSTOOD}`, 127);
  const rest = words.slice(length);
  // Wrong arguments are told before anything is done.
  readArguments(rest, command);
  return { command, words: rest };
}

async function carryOut(command: Command, words: readonly string[], scene: CommandScene): Promise<string> {
  scene.signal.throwIfAborted();
  const page = scene.context.pages().at(-1) ?? (await scene.context.newPage());
  try {
    // A script of the page may never end.
    const output = await untilAborted(scene.signal, () =>
      command.run({ ...readArguments(words, command), ...scene, page }),
    );
    if (output.length > MAX_OUTPUT) {
      throw new CommandError(`The output has more than ${MAX_OUTPUT} characters. Ask for less of the page.`, 1);
    }
    return `${output}\n`;
  } catch (error) {
    scene.signal.throwIfAborted();
    if (error instanceof CommandError) throw error;
    throw new CommandError(explanation(error), 1, { cause: error });
  }
}

const NOT_FOUND =
  'Element not found, or it cannot be used now. Check the selector, or take a new snapshot: its refs are those of the page as it is now.';

/** What the driver says first, without the name of its method. */
function explanation(error: unknown): string {
  const { name, message } = error as Error;
  if (error instanceof RenderFailure) return message;
  if (name === 'TimeoutError') return NOT_FOUND;
  const [line = ''] = message.split('\n');
  return line.replace(/^[\w.]+: /, '').replace(/^Error: /, '');
}

const REF = /^(?:@|ref=)((?:f\d+)?e\d+)$/;

/** The element of a ref such as `@e2`, or of a selector of CSS, or one that begins with `text=` or `xpath=`. */
function element(page: Page, selector: string): Locator {
  const [, ref] = REF.exec(selector) ?? [];
  if (ref !== undefined) return page.locator(`aria-ref=${ref}`);
  const engine = /^(?:text|xpath)=/.test(selector) ? '' : 'css=';
  return page.locator(engine + selector).first();
}

/** The element that the first word selects, for which the command may have to wait: but no element gets a ref later. */
async function selected({ page, words: [selector = ''] }: Call): Promise<Locator> {
  const target = element(page, selector);
  if (REF.test(selector) && (await target.count()) === 0) throw new CommandError(NOT_FOUND, 1);
  return target;
}

/** An action on the element that the first word selects. */
function onElement(usage: string, act: (target: Locator, call: Call) => Promise<unknown>, maxWords = 1): Command {
  return {
    usage,
    minWords: 1,
    maxWords,
    literalAfter: 1,
    run: (call) => changing(call, async () => act(await selected(call), call)),
  };
}

/** Waits until the page shows what follows. */
async function changing(call: Call, act: () => Promise<unknown>): Promise<string> {
  const requests = countRequests(call.page);
  try {
    await act();
    if (call.page.isClosed()) return DONE;
    await settled(call.page, requests, call.page);
    // The next command uses the window that was opened last.
    await windowsKnown(call.page);
  } finally {
    requests.stop();
  }
  return DONE;
}

const timing = ({ signal }: Call) => ({ timeout: ELEMENT_MS, signal });

/** The words after the first as one text. */
const textOf = ({ words }: Call) => words.slice(1).join(' ');

async function navigate(call: Call, open: (options: object) => Promise<unknown>): Promise<string> {
  const { page, signal } = call;
  try {
    await changing(call, () => open({ waitUntil: 'domcontentloaded', timeout: NAVIGATION_MS, signal }));
  } catch (error) {
    // The browser shows an error instead, which would interrupt the next command.
    if (/net::/.test(String(error)))
      await page.waitForURL(/^chrome-error:/, { timeout: ERROR_PAGE_MS }).catch(() => {});
    throw error;
  }
  return `✓ ${await page.title()}\n  ${page.url()}`;
}

function addressOf(word: string): string {
  const url = /^(?:[a-z][a-z\d+.-]*:\/\/|about:|data:|file:)/i.test(word) ? word : `https://${word}`;
  const refusal = urlRefusal(url);
  if (refusal !== undefined) throw new CommandError(`"${word}" is not opened: ${refusal}.`, 1);
  return url;
}

/** What a command that reads an element prints of it. */
function reading(usage: string, read: (target: Locator, call: Call) => Promise<unknown>, words = 1): Command {
  return {
    usage,
    minWords: words,
    maxWords: words,
    run: async (call) => String((await read(await selected(call), call)) ?? ''),
  };
}

// biome-ignore lint/performance/useDomNodeTextContent: what a page hides is not read.
const readText = async (target: Locator, call: Call) => (await target.innerText(timing(call))).trim();

async function readValue(target: Locator, call: Call): Promise<string> {
  if (await target.evaluate(isSecretField, undefined, timing(call))) return '(not shown)';
  return target.inputValue(timing(call));
}

const FIND_ACTIONS: Readonly<Record<string, (target: Locator, call: Call, text: string) => Promise<unknown>>> = {
  click: (target, call) => target.click(timing(call)),
  fill: (target, call, text) => target.fill(text, timing(call)),
  type: (target, call, text) => target.pressSequentially(text, timing(call)),
  check: (target, call) => target.check(timing(call)),
  uncheck: (target, call) => target.uncheck(timing(call)),
  hover: (target, call) => target.hover(timing(call)),
  focus: (target, call) => target.focus(timing(call)),
  text: readText,
};

function found(call: Call, kind: string, value: string): Locator {
  const { page, values, flags } = call;
  const exact = flags.has('exact');
  switch (kind) {
    case 'role': {
      const name = values.get('name');
      const role = value as Parameters<Page['getByRole']>[0];
      return page.getByRole(role, { exact, ...(name !== undefined && { name }) });
    }
    case 'text':
      return page.getByText(value, { exact });
    case 'label':
      return page.getByLabel(value, { exact });
    case 'placeholder':
      return page.getByPlaceholder(value, { exact });
    case 'alt':
      return page.getByAltText(value, { exact });
    case 'title':
      return page.getByTitle(value, { exact });
    case 'testid':
      return page.getByTestId(value);
    case 'first':
    case 'last':
    case 'nth':
      return page.locator(`css=${value}`);
    default:
      throw new CommandError(`find knows ${FIND_KINDS.join(', ')}, not "${kind}".`, 2);
  }
}

const FIND_KINDS = ['role', 'text', 'label', 'placeholder', 'alt', 'title', 'testid', 'first', 'last', 'nth'];

async function find(call: Call): Promise<string> {
  const [kind = '', ...rest] = call.words;
  const index = kind === 'nth' ? Number(rest.shift()) : kind === 'last' ? -1 : 0;
  const [value = '', action = 'click', ...text] = rest;
  const act = FIND_ACTIONS[action];
  if (!act) throw new CommandError(`find does ${Object.keys(FIND_ACTIONS).join(', ')}, not "${action}".`, 2);
  const target = found(call, kind, value).nth(Number.isInteger(index) ? index : 0);
  if (action === 'text') return readText(target, call);
  return changing(call, () => act(target, call, text.join(' ')));
}

async function wait(call: Call): Promise<string> {
  const { page, words, values, signal } = call;
  const limit = { timeout: Number(values.get('timeout') ?? NAVIGATION_MS), signal };
  const [target] = words;
  const text = values.get('text');
  const url = values.get('url');
  const load = values.get('load');
  const condition = values.get('fn');
  if (text !== undefined) await page.getByText(text).first().waitFor(limit);
  else if (url !== undefined) await page.waitForURL(url, limit);
  else if (load !== undefined) await page.waitForLoadState(loadState(load), limit);
  else if (condition !== undefined) await page.waitForFunction(condition, undefined, limit);
  else if (target === undefined) throw new CommandError('wait needs a selector, milliseconds or an option.', 2);
  else if (/^\d+$/.test(target)) await sleep(Math.min(Number(target), MAX_WAIT_MS), undefined, { signal });
  else await element(page, target).waitFor({ ...limit, state: elementState(values.get('state') ?? 'visible') });
  return DONE;
}

function loadState(name: string): 'load' | 'domcontentloaded' | 'networkidle' {
  if (name === 'load' || name === 'domcontentloaded' || name === 'networkidle') return name;
  throw new CommandError(`wait --load knows load, domcontentloaded and networkidle, not "${name}".`, 2);
}

function elementState(name: string): 'attached' | 'detached' | 'visible' | 'hidden' {
  if (name === 'attached' || name === 'detached' || name === 'visible' || name === 'hidden') return name;
  throw new CommandError(`wait --state knows attached, detached, visible and hidden, not "${name}".`, 2);
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

async function scroll(call: Call): Promise<string> {
  const [name = '', pixels = '300'] = call.words;
  const direction = DIRECTIONS[name];
  if (!direction) throw new CommandError(`scroll knows up, down, left and right, not "${name}".`, 2);
  const [x, y] = direction.map((sign) => sign * Number(pixels));
  const options = { left: x, top: y, behavior: 'instant' };
  const selector = call.values.get('selector');
  return changing(call, () =>
    selector === undefined
      ? call.page.evaluate(`window.scrollBy(${JSON.stringify(options)})`)
      : element(call.page, selector).evaluate(
          (target: { scrollBy(options: object): void }, by: object) => target.scrollBy(by),
          options,
          timing(call),
        ),
  );
}

async function snapshot({ page, signal, flags, values }: Call): Promise<string> {
  const selector = values.get('selector');
  const depth = values.get('depth');
  const style = referringStyle({
    onlyUsable: flags.has('interactive'),
    maxLevels: depth === undefined ? Number.POSITIVE_INFINITY : Number(depth),
    hasUrls: flags.has('urls'),
  });
  const root = selector === undefined ? {} : { root: element(page, selector) };
  const { text } = await pageSnapshot(page, signal, { style, ...root });
  return text === '' ? '(empty page)' : text;
}

async function takePicture({ page, flags, values, link }: Call): Promise<string> {
  const isJpeg = values.get('screenshot-format') === 'jpeg';
  const quality = isJpeg ? Number(values.get('screenshot-quality') ?? 80) : undefined;
  const picture = await screenshot(page, { fullPage: flags.has('full'), ...(quality !== undefined && { quality }) });
  return `✓ Screenshot saved to ${await link(picture, page.url())}`;
}

async function evaluate({ page, words }: Call): Promise<string> {
  const { type, value } = await scriptValue(page, words.join(' '));
  return type === 'undefined' ? 'undefined' : (JSON.stringify(value, undefined, 2) ?? 'null');
}

/** The session itself goes on, with an empty page. */
async function close({ context, page }: Call): Promise<string> {
  await Promise.all(context.pages().map((each) => (each === page ? undefined : each.close())));
  await page.goto('about:blank');
  return '✓ Browser closed';
}

const PROGRAM = 'agent-browser';

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['goto', 'open'],
  ['navigate', 'open'],
  ['key', 'press'],
  ['scrollinto', 'scrollintoview'],
  ['quit', 'close'],
  ['exit', 'close'],
]);

const COMMAND_LIST: readonly Command[] = [
  {
    usage: 'open [url]',
    maxWords: 1,
    async run(call) {
      const [url] = call.words;
      return url === undefined ? DONE : navigate(call, (options) => call.page.goto(addressOf(url), options));
    },
  },
  { usage: 'back', run: (call) => navigate(call, (options) => call.page.goBack(options)) },
  { usage: 'forward', run: (call) => navigate(call, (options) => call.page.goForward(options)) },
  { usage: 'reload', run: (call) => navigate(call, (options) => call.page.reload(options)) },
  {
    usage: 'snapshot [-i] [-c] [-u] [-d <levels>] [-s <selector>]',
    flags: { i: 'interactive', c: 'compact', u: 'urls' },
    options: { d: 'depth', s: 'selector' },
    run: snapshot,
  },
  onElement('click <selector>', (target, call) => target.click(timing(call))),
  onElement('dblclick <selector>', (target, call) => target.dblclick(timing(call))),
  onElement('hover <selector>', (target, call) => target.hover(timing(call))),
  onElement('focus <selector>', (target, call) => target.focus(timing(call))),
  onElement('check <selector>', (target, call) => target.check(timing(call))),
  onElement('uncheck <selector>', (target, call) => target.uncheck(timing(call))),
  onElement('scrollintoview <selector>', (target, call) => target.scrollIntoViewIfNeeded(timing(call))),
  onElement('fill <selector> <text>', (target, call) => target.fill(textOf(call), timing(call)), MANY),
  onElement('type <selector> <text>', (target, call) => target.pressSequentially(textOf(call), timing(call)), MANY),
  onElement(
    'select <selector> <value...>',
    (target, call) => target.selectOption(call.words.slice(1), timing(call)),
    MANY,
  ),
  {
    usage: 'press <key>',
    minWords: 1,
    maxWords: 1,
    run: (call) => changing(call, () => call.page.keyboard.press(call.words[0] ?? '')),
  },
  {
    usage: 'keyboard type <text>',
    minWords: 1,
    maxWords: MANY,
    literalAfter: 0,
    run: (call) => changing(call, () => call.page.keyboard.type(call.words.join(' '))),
  },
  {
    usage: 'keyboard inserttext <text>',
    minWords: 1,
    maxWords: MANY,
    literalAfter: 0,
    run: (call) => changing(call, () => call.page.keyboard.insertText(call.words.join(' '))),
  },
  {
    usage: 'scroll <up|down|left|right> [pixels] [--selector <selector>]',
    minWords: 1,
    maxWords: 2,
    options: { s: 'selector' },
    run: scroll,
  },
  {
    usage:
      'wait [selector|milliseconds] [--text <text>] [--url <glob>] [--load <state>] [--fn <script>] [--state <state>] [--timeout <milliseconds>]',
    maxWords: 1,
    options: { t: 'text', u: 'url', l: 'load', f: 'fn', S: 'state', T: 'timeout' },
    run: wait,
  },
  reading('get text <selector>', readText),
  reading('get html <selector>', (target, call) => target.innerHTML(timing(call))),
  reading('get value <selector>', readValue),
  reading('get attr <selector> <name>', (target, call) => target.getAttribute(call.words[1] ?? '', timing(call)), 2),
  {
    usage: 'get count <selector>',
    minWords: 1,
    maxWords: 1,
    run: async ({ page, words }) => String(await page.locator(`css=${words[0]}`).count()),
  },
  reading('get box <selector>', async (target, call) => {
    const { x, y, width, height } = (await target.boundingBox(timing(call))) ?? { x: 0, y: 0, width: 0, height: 0 };
    return `x:      ${x}\ny:      ${y}\nwidth:  ${width}\nheight: ${height}`;
  }),
  { usage: 'get title', run: ({ page }) => page.title() },
  { usage: 'get url', run: async ({ page }) => page.url() },
  {
    usage: 'is visible <selector>',
    minWords: 1,
    maxWords: 1,
    run: async ({ page, words: [selector = ''] }) => String(await element(page, selector).isVisible()),
  },
  reading('is enabled <selector>', (target, call) => target.isEnabled(timing(call))),
  reading('is checked <selector>', (target, call) => target.isChecked(timing(call))),
  {
    usage: `find <${FIND_KINDS.join('|')}> <value> [action] [text] [--name <name>] [--exact]`,
    minWords: 2,
    maxWords: MANY,
    flags: { e: 'exact' },
    options: { n: 'name' },
    run: find,
  },
  {
    usage: 'screenshot [path] [--full] [--screenshot-format <png|jpeg>] [--screenshot-quality <percent>]',
    maxWords: 2,
    flags: { f: 'full' },
    options: { F: 'screenshot-format', Q: 'screenshot-quality' },
    run: takePicture,
  },
  {
    usage: 'pdf [path]',
    maxWords: 1,
    run: async ({ page, link }) =>
      `✓ PDF saved to ${await link({ type: 'application/pdf', body: await page.pdf() }, page.url())}`,
  },
  { usage: 'eval <script>', minWords: 1, maxWords: MANY, literalAfter: 0, run: evaluate },
  {
    usage: 'tab',
    run: async ({ context, page }) => {
      const lines = context.pages().map(async (each, index) => {
        return `${each === page ? '→' : ' '} [t${index + 1}] ${await each.title()} - ${each.url()}`;
      });
      return (await Promise.all(lines)).join('\n');
    },
  },
  { usage: 'close', flags: { a: 'all' }, run: close },
];

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  COMMAND_LIST.map((command) => [/^[a-z]+(?: [a-z]+)?/.exec(command.usage)?.[0] ?? '', command]),
);

/** Names what can be written. */
const UNDERSTOOD = `There is no shell: ${PROGRAM} is understood, with the commands ${[...COMMANDS.keys()].join(', ')}.`;
