import { escapeHtml } from '../../site/html.js';
import { codeBlock, highlighted } from '../../site/markdown.js';
import type { Answer, NamedExample, Page, Sample } from '../model.js';
import { choiceHtml, type Names, type Panel } from './choice.js';
import { jsonHtml } from './json.js';

/** The program and the answer of a page, which stay in sight while one reads; empty for a page without. */
export function examplesHtml({ samples, bodies, answers, kind }: Page, names: Names): string {
  const [body] = bodies;
  const programs = samples.map(
    (sample): Panel => ({ label: escapeHtml(sample.label), value: sample.label, html: sampleHtml(sample, body) }),
  );
  const json: Panel[] = bodies.length === 0 ? [] : [{ label: 'JSON', value: 'JSON', html: examplesOf(bodies) }];
  const blocks = [
    programs.length > 0 ? block('request', choiceHtml('Request', names(), [...programs, ...json], 'program')) : '',
    kind === 'event' && bodies.length > 0 ? block('request', `<h2>Payload</h2>${examplesOf(bodies)}`) : '',
    answers.length > 0 ? block('answer', choiceHtml('Answer', names(), answers.map(answerPanel))) : '',
  ].join('');
  return blocks === '' ? '' : `<aside class="examples" aria-label="Examples">${blocks}</aside>\n`;
}

function block(kind: string, html: string): string {
  return `<section class="example-block" data-shows="${kind}" aria-label="${kind === 'request' ? 'Request' : 'Answer'}">${html}</section>`;
}

/** In a curl command, the body can be marked as in JSON. */
function sampleHtml({ language, source }: Sample, body: NamedExample | undefined): string {
  const text = source.trim();
  const quote = (code: string) => code.replaceAll("'", "'\\''");
  const data = body && quote(JSON.stringify(body.value, null, 2));
  const start = language === 'bash' && data !== undefined ? text.lastIndexOf(data) : -1;
  const html =
    start < 0 || !body || data === undefined
      ? highlighted(text, language)
      : `${highlighted(text.slice(0, start), language)}${quote(jsonHtml(body.value))}${escapeHtml(text.slice(start + data.length))}`;
  return codeBlock(ownAddress(html));
}

/** The line of a curl command or of a Python program that a service without keys does not need. */
const KEY_LINES = [
  / \\\n {2}-H <span[^>]*>&quot;Authorization: Bearer <span[^>]*>\$TRAWL_API_KEY<\/span>&quot;<\/span>/g,
  / {4}headers=\{<span[^>]*>&quot;Authorization&quot;<\/span>: <span[^\n]*\n/g,
  /\n {2}<span[^>]*>apiKey<\/span>: process\.env\.<span[^>]*>TRAWL_API_KEY<\/span>,/g,
];

/** How programs say where the service is. A service that serves the page writes its own address in place of that. */
const ADDRESSES: readonly (readonly [published: string, served: string])[] = [
  [
    '(); <span class="hljs-comment">// TRAWL_BASE_URL, TRAWL_API_KEY</span>',
    '({ <span class="hljs-attr">baseUrl</span>: <span class="hljs-string">&#x27;$TRAWL_BASE_URL&#x27;</span> });',
  ],
  [
    'process.env.<span class="hljs-property">TRAWL_BASE_URL</span> ?? <span class="hljs-string">&#x27;http://127.0.0.1:3002&#x27;</span>',
    '<span class="hljs-string">&#x27;$TRAWL_BASE_URL&#x27;</span>',
  ],
  [
    'os.environ[<span class="hljs-string">&quot;TRAWL_BASE_URL&quot;</span>]',
    '<span class="hljs-string">&quot;$TRAWL_BASE_URL&quot;</span>',
  ],
];

function ownAddress(html: string): string {
  const addressed = ADDRESSES.reduce(
    (text, [published, served]) =>
      text.replaceAll(published, `<span class="published">${published}</span><span class="served">${served}</span>`),
    html,
  );
  return KEY_LINES.reduce(
    (text, line) => text.replace(line, (all) => `<span class="key-line">${all}</span>`),
    addressed,
  );
}

function answerPanel({ status, text, headers, examples }: Answer): Panel {
  const head = headers.map(({ name, example }) => `${name}: ${example}`).join('\n');
  return {
    label: status === 'default' ? 'other' : status,
    id: `status-${status}`,
    html: [
      `<p class="answer-text">${escapeHtml(firstParagraph(text))}</p>`,
      head ? codeBlock(escapeHtml(head)) : '',
      examplesOf(examples),
    ].join(''),
  };
}

function firstParagraph(text: string): string {
  return (text.split('\n\n')[0] ?? '').replaceAll('\n', ' ').replaceAll('`', '');
}

/** The first example, and the others behind their names. */
function examplesOf([first, ...others]: readonly NamedExample[]): string {
  if (!first) return '';
  const inside = others.map(
    (example) => `<details><summary>${escapeHtml(example.name)}</summary>${exampleHtml(example)}</details>`,
  );
  const caption = others.length > 0 ? `<p class="caption">${escapeHtml(first.name)}</p>` : '';
  return `${caption}${exampleHtml(first)}${inside.join('')}`;
}

function exampleHtml({ language, value }: NamedExample): string {
  return codeBlock(language === 'json' ? jsonHtml(value) : highlighted(String(value).trim(), language));
}
