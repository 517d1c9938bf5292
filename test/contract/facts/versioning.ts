import { entries, texts } from '../calls.js';

export const versioning = [
  entries('the version', [
    { at: 'info', key: 'version', matches: /^2\./ },
    { at: 'servers.0', key: 'url', matches: /^\{base_url\}$/ },
  ]),
  texts('in words', [{ at: 'info', says: [/\/v2/, /prefix/, /every path/] }]),
];
