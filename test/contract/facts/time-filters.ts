import { fields } from '../fields.js';

export const timeFilters = ['tbs', 'sources[web].tbs'].map((field) =>
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
    },
  ]),
);
