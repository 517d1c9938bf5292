import { entries } from '../calls.js';

export const service = [
  entries('the service', [
    { at: 'info', key: 'title', matches: /^Web Search and Scraping API$/ },
    { at: 'info', key: 'version', matches: /^2\./ },
    { at: 'servers.0', key: 'url', matches: /^\{base_url\}$/ },
  ]),
];
