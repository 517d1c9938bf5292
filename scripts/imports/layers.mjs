/**
 * The folders of packages/local/src, in the order in which a request goes through them. A folder imports only folders that
 * come after it, and of those only the files that stand here as their face; '*' stands for all of them.
 *
 * @type {Readonly<Record<string, { does: string; face: readonly string[] }>>}
 */
export const layers = {
  dashboard: {
    does: 'shows the page at `/`, the reference and the guides',
    face: ['dashboard', 'facts', 'guides', 'reference'],
  },
  http: {
    does: 'is the app: who may call, validation, shapes of errors, faults, journal, `/_local`',
    face: [
      ...['admin', 'app', 'auth', 'faults', 'host-check', 'in-process', 'job-sockets', 'journal'],
      ...['listen', 'middleware', 'origin-check', 'session-sockets', 'reply', 'unexpected-error'],
    ],
  },
  operator: {
    does: 'tells the operator what the server has seen and done',
    face: ['inspection', 'redacted-json', 'views'],
  },
  routes: { does: 'answers each resource: request, engine, answer', face: ['*'] },
  monitor: { does: 'watches pages on a schedule', face: ['crawl-site', 'judge', 'monitoring', 'monitors'] },
  agent: {
    does: 'runs agents and extractions, the jobs of a language model',
    face: ['agent-work', 'data-schema', 'extract-work', 'model-job', 'model-jobs', 'url-pattern'],
  },
  map: { does: 'lists the URLs of a site', face: ['map'] },
  crawl: {
    does: 'runs crawls and batches, the jobs of many pages',
    face: ['job', 'job-answer', 'job-watch', 'jobs', 'path-rules', 'prompted-options'],
  },
  site: {
    does: 'reads robots.txt and sitemaps, and says which URLs are one page and which belong to a site',
    face: ['registrable-domain', 'robots', 'scope', 'sitemaps', 'start-url', 'url-identity'],
  },
  sessions: {
    does: 'keeps browsers open that callers use over several calls',
    face: [
      ...[
        'command-runner',
        'live-view',
        'live-view-page',
        'page-prompt',
        'page-tools',
        'prompt-runner',
        'remote-input',
        'session',
      ],
      ...['session-access', 'sessions'],
    ],
  },
  parse: { does: 'turns one uploaded file into a document', face: ['parse', 'unsupported-options', 'uploads'] },
  'support-api': {
    does: 'answers questions about a failed call',
    face: ['call-memory', 'fix-trial', 'reasoned-support', 'support'],
  },
  scrape: {
    does: 'turns one URL into a document: cache, retention, changes, formats, credits',
    face: [
      ...[
        'scrape-plan',
        'scrape-task',
        'scraper',
        'scraped-results',
        'scrape-failure',
        'finished-scrapes',
        'page-cache',
        'rendered-files',
        'seed',
      ],
      ...['missing-abilities', 'refused-options', 'deadline', 'document', 'unparsed-pdf', 'threat-protection'],
    ],
  },
  model: {
    does: 'asks a language model about a page or lets it use tools, and validates what it says',
    face: [
      ...['asker', 'contract-answer', 'conversation', 'fence', 'json-answer', 'json-text', 'model'],
      ...[
        'model-description',
        'model-task',
        'model-uses',
        'open-model',
        'page-model',
        'page-parts',
        'quotes',
        'team-model',
      ],
      ...['tool-loop', 'without-data'],
    ],
  },
  sandbox: {
    does: 'runs the code of callers, each in a process of its own',
    face: ['code-refusal', 'code-runner'],
  },
  browser: {
    does: 'shows pages in Chromium, does actions on them, and takes pictures of them',
    face: [
      'allowed-sites',
      'capture',
      'cdp-filter',
      'command-line',
      'element-actions',
      'devtools-ports',
      'find-browser',
      'held-pages',
      'last-value',
      'page-commands',
      'lazy-browser',
      'memory-limits',
      'page-snapshot',
      'profiles',
      'render-failure',
      'renderer',
    ],
  },
  convert: {
    does: 'turns bytes into a document, in a worker',
    face: ['convert-pool', 'converted-size', 'compression'],
  },
  formats: {
    does: 'says what the server does for each format, one file for each, and makes those of a page',
    face: ['format-definition', 'format-table', 'limitations'],
  },
  extraction: {
    does: 'reads data, passages and styles from a page, and redacts personal data',
    face: ['*'],
  },
  documents: {
    does: 'turns PDF, Word, sheets and text into HTML',
    face: ['document-kind', 'document', 'reader'],
  },
  markdown: { does: 'turns HTML into Markdown', face: ['markdown'] },
  html: { does: 'parses HTML, and finds main content, metadata and links', face: ['*'] },
  search: {
    does: 'keeps the index of pages seen, and searches it or the web',
    face: [
      'index-entry',
      'pages-of-domain',
      'reindex',
      'search-engine',
      'search-index',
      'search-question',
      'searxng',
      'seen-pages',
    ],
  },
  changes: {
    does: 'compares two versions of a page',
    face: ['differ', 'text-diff', 'tracker', 'version', 'version-size'],
  },
  webhooks: { does: 'signs and delivers events', face: ['delivery', 'webhooks'] },
  web: {
    does: 'gets bytes over the network: fetch, address policy, redirects, encodings, recordings',
    face: [
      'charset',
      'fetch',
      'fetch-errors',
      'fetch-types',
      'own-pages',
      'port-policy',
      'recorder',
      'recordings',
      'recordings-folder',
      'semaphore',
    ],
  },
  accounts: { does: 'counts credits, and keeps plans and policies of a team', face: ['*'] },
  page: { does: 'says what a converted page is', face: ['page'] },
  options: {
    does: 'says what the server does with each option of a scrape',
    face: ['option-row', 'page-headers', 'scrape-options'],
  },
  'request-body': { does: 'reads the bodies of requests, within bounds', face: ['*'] },
  contract: {
    does: 'reads the contract: defaults, validators, refusals; knows no HTTP',
    face: [
      ...['contract', 'invalid', 'issue', 'operation', 'page-url', 'query-defaults', 'refusal', 'stored-json'],
      'validation',
    ],
  },
  workers: { does: 'runs work in threads of their own', face: ['*'] },
  store: {
    does: 'is one SQLite file, locked for one process',
    face: ['columns', 'copy-rows', 'database', 'file-body', 'sqlite', 'storage', 'storage-full', 'until-stored'],
  },
};
