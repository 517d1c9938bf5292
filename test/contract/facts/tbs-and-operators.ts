import { fields, rules } from '../fields.js';

export const tbsAndOperators = [
  ...['tbs', 'sources[web].tbs'].map((field) =>
    fields(`time filter ${field}`, 'POST /v2/search body', [
      {
        field,
        accepts: [
          'qdr:h',
          'qdr:d',
          'qdr:w',
          'qdr:m',
          'qdr:y',
          'cdr:1,cd_min:01/31/2026,cd_max:12/31/2026',
          'sbd:1',
          'sbd:1,qdr:w',
          'qdr:w,sbd:1',
          // The document names what is supported, and running servers take every text.
          '',
          'qdr:h2',
          'li:1',
        ],
        says: [
          /qdr:h/,
          /qdr:d/,
          /qdr:w/,
          /qdr:m/,
          /qdr:y/,
          /cdr:1,cd_min:MM\/DD\/YYYY,cd_max:MM\/DD\/YYYY/,
          /sbd:1/,
          /sort(ed|s)? by date/,
          /(combined?|joined?) (with|by) (a )?commas?/,
        ],
      },
    ]),
  ),
  rules('search operators', 'POST /v2/search body query', [
    { rule: '"text"', says: [/"text"[^\n]*exact(ly)?[^\n]*phrase/] },
    { rule: '-', says: [/`-`[^\n]*word[^\n]*not/, /`-`[^\n]*operator[^\n]*not/] },
    { rule: 'site:', says: [/`site:`[^\n]*one site/] },
    { rule: 'filetype:', says: [/`filetype:`[^\n]*extension/, /`-filetype:`/] },
    { rule: 'inurl:', says: [/`inurl:`[^\n]*a word in the URL/] },
    { rule: 'allinurl:', says: [/`allinurl:`[^\n]*several words in the URL/] },
    { rule: 'intitle:', says: [/`intitle:`[^\n]*a word in the title/] },
    { rule: 'allintitle:', says: [/`allintitle:`[^\n]*several words in the title/] },
    { rule: 'related:', says: [/`related:`[^\n]*related to a domain/] },
    { rule: 'imagesize:', says: [/`imagesize:`[^\n]*exactly/, /`imagesize:`[^\n]*WIDTHxHEIGHT/] },
    { rule: 'larger:', says: [/`larger:`[^\n]*larger than/, /`larger:`[^\n]*WIDTHxHEIGHT/] },
  ]),
];
