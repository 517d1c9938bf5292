import { credits } from '../credits.js';

export const creditRules = [
  credits('credit rules', [
    { id: 'enterprise-zdr', field: 'enterprise', value: 'zdr', least: 10, most: 10, per: '10 results' },
    { id: 'enterprise-anon', field: 'enterprise', value: 'anon', least: 2, most: 2, per: '10 results' },
    { id: 'proxy-enhanced', field: 'proxy', value: 'enhanced', most: 5, per: 'request' },
    { id: 'proxy-auto', field: 'proxy', value: 'auto', most: 5 },
    { id: 'pdf-pages', field: 'parsers', least: 1, most: 1, per: 'page' },
    { id: 'pdf-without-parser', field: 'parsers', value: [], least: 1, most: 1 },
    { id: 'lockdown-hit', field: 'lockdown', value: true, least: 5, most: 5 },
    { id: 'lockdown-miss', field: 'lockdown', value: true, least: 1, most: 1 },
    { id: 'threat-protection', value: 'normal', least: 2, most: 2, extra: true },
  ]),
];
