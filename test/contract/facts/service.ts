import { entries, texts } from '../calls.js';

export const service = [
  entries('the service', [{ at: 'info', key: 'title', matches: /^Web Search and Scraping API$/ }]),
  texts('what the service does', [
    {
      at: 'POST /v2/search',
      says: [
        /runs? a web (search|query)/,
        /`?url`?, `?title`? and `?description`?/,
        /scrapes? (each|every) result|(each|every) result is scraped/,
      ],
    },
    { at: 'POST /v2/scrape', says: [/one (URL|page)/, /formats/, /scrapeId/] },
    {
      at: 'POST /v2/scrape/{scrapeId}/interact',
      says: [
        /prompt/,
        /(same|its) browser session/,
        /clicks?/,
        /fills? (in )?(a |the )?forms?/,
        /navigates?/,
        /extracts?/,
      ],
    },
    { at: 'POST /v2/parse', says: [/uploads?/, /markdown/] },
    { at: 'POST /v2/monitor', says: [/schedule|recurring/, /changes?/] },
    { at: 'POST /v2/monitor/{monitorId}/run', says: [/on demand|now|at once/] },
    { at: 'POST /v2/crawl', says: [/follows? (its )?links/, /start(ing)? (URL|page)/, /every page/] },
    { at: 'POST /v2/map', says: [/lists? the (indexed )?URLs/, /indexed/, /without scraping/] },
    { at: 'POST /v2/agent', says: [/autonomous|on its own|by itself/, /web data|the web/] },
    {
      at: 'POST /support/ask',
      says: [
        /diagnos/,
        /failed calls?|calls? that failed/,
        /answer/,
        /confidence/,
        /fix ?parameters|fixParameters/,
        /validat/,
      ],
    },
  ]),
];
