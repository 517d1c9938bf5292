import type { Difference } from '../difference.js';
import { SCHEMA, SENT } from '../id-pattern.js';
import type { ExtensionMeaning } from '../settings.js';
import { type Text, text } from '../text.js';
import { quoted, transition } from '../wording.js';
import { judgeDefault } from './default-changed.js';
import { openSetChanged } from './open-set-changed.js';
import type { Finding, Rule } from './rule.js';

const CHANGED = 'extension-{added,removed,changed,increased,decreased,set,unset}';

export const extensionChanged: Rule = {
  name: 'extension-changed',
  about: {
    parts: [
      'Root',
      'Info',
      'PathItem',
      'Operation',
      'Parameter',
      'RequestBody',
      'Response',
      'Header',
      'MediaType',
      'Schema',
    ],
    areExtensions: true,
  },
  yieldsTo: [openSetChanged],
  ids: [
    `{contract,info,path,operation,response}-${CHANGED}`,
    `${SENT}{parameter,body,header,media-type}-${CHANGED}`,
    `${SCHEMA}-${CHANGED}`,
  ],
  idParts: { keyword: 'extension' },
  advice: 'Keep what the extension promises to those who rely on it.',
  docs: {
    finds: 'An extension to which the configuration gives a meaning (`extensions`) changed.',
    example: {
      of: 'operation',
      id: 'operation-extension-unset',
      before: '{ x-idempotent: true }',
      after: '{ x-idempotent: false }',
    },
  },
  judge(difference, { extensions }) {
    const { keyword = '' } = difference;
    const meaning = Object.hasOwn(extensions, keyword) ? extensions[keyword] : undefined;
    return meaning && JUDGES[meaning](difference);
  },
};

const JUDGES: Record<ExtensionMeaning, (difference: Difference) => Finding> = {
  annotation: (difference) => ({ level: 'docs', text: messageOf(difference) }),
  information: (difference) => ({ level: 'additive', text: messageOf(difference) }),
  default: (difference) => judgeDefault(difference, text`The default ${quoted(difference.keyword)}`),
  guarantee: ofGuarantee,
  'promised-amount': ofAmount,
};

function ofGuarantee(difference: Difference): Finding {
  const [had, has] = [difference.before?.value === true, difference.after?.value === true];
  const name = quoted(difference.keyword);
  if (had === has) return { level: 'docs', text: messageOf(difference) };
  return has
    ? { level: 'additive', text: text`${name} is guaranteed now.` }
    : { level: 'breaking', text: text`${name} is no longer guaranteed, and programs rely on it.` };
}

/** What has no limit was promised for ever. */
function ofAmount(difference: Difference): Finding {
  const amount = (value: unknown) => Number(value ?? Number.POSITIVE_INFINITY);
  const isLess = amount(difference.after?.value) < amount(difference.before?.value);
  return { level: isLess ? 'breaking' : 'additive', text: messageOf(difference) };
}

function messageOf({ keyword, before, after }: Difference): Text {
  return transition(quoted(keyword), before?.value, after?.value);
}
