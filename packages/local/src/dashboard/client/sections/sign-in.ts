import { actionButton, actionReport } from '../action.js';
import { read, send } from '../api.js';
import { facts } from '../content.js';
import { h } from '../dom.js';
import type { Section } from '../view.js';

/** A program that waits for its key. */
interface PendingLogin {
  readonly userCode: string;
  readonly client: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** The team that the key will be for; null where the operator chooses it. */
  readonly team: string | null;
}

/** Confirms that a program gets a key, by the code that it shows. */
export const signIn: Section = {
  name: 'sign-in',
  title: 'Sign in',
  open(route) {
    const { node: report, run, clear } = actionReport(async () => found.replaceChildren());
    const code = h('input', { required: true, autocomplete: 'off', spellcheck: 'false', placeholder: 'WDJB-MJHT' });
    const found = h('div');
    const lookUp = async () => {
      clear();
      found.replaceChildren();
      try {
        found.replaceChildren(decisionOf(await read<PendingLogin>(pathOf(code.value)), run));
      } catch (error) {
        await run(() => Promise.reject(error), '');
      }
    };
    const submit = (event: Event) => {
      event.preventDefault();
      return lookUp();
    };
    const fill = (params: URLSearchParams) => {
      code.value = params.get('code') ?? code.value;
    };
    fill(route.params);
    const node = h(
      'section',
      { class: 'list', 'aria-label': 'Sign in' },
      h('h2', {}, 'Sign in'),
      h(
        'p',
        {},
        'A program that was told to sign in shows a code. Enter a code only if you have started the program yourself.',
      ),
      h('form', { class: 'look-up', submit }, h('label', {}, 'Code of the program', code), h('button', {}, 'Look up')),
      report,
      found,
    );
    return { node, sources: [], go: ({ params }) => fill(params) };
  },
};

function pathOf(code: string, decision = ''): string {
  return `device/logins/${encodeURIComponent(code)}${decision}`;
}

function decisionOf(login: PendingLogin, run: (work: () => Promise<unknown>, message: string) => Promise<void>) {
  const { userCode, client, createdAt, expiresAt } = login;
  const team = h('input', {
    required: true,
    autocomplete: 'off',
    pattern: '[a-z0-9][a-z0-9\\-]{0,63}',
    placeholder: 'team',
  });
  const confirm = (event: Event) => {
    event.preventDefault();
    const choice = login.team === null ? { team: team.value } : {};
    return run(
      () => send('POST', pathOf(userCode, '/confirm'), choice),
      'The program gets its key. You can close this page.',
    );
  };
  const deny = () => run(() => send('POST', pathOf(userCode, '/deny')), 'The program gets no key.');
  const time = (iso: string) => new Date(iso).toLocaleTimeString('en', { hour12: false });
  return h(
    'form',
    { class: 'card', 'aria-label': 'A program that waits', submit: confirm },
    facts({
      Code: userCode,
      Program: `${client} (in its own words)`,
      Waits: `since ${time(createdAt)}, until ${time(expiresAt)}`,
      ...(login.team !== null && { Team: login.team }),
    }),
    login.team === null && h('label', {}, 'Team that it works for', team),
    h('div', { class: 'buttons' }, h('button', {}, 'Give it a key'), actionButton('Refuse', deny, 'small danger')),
  );
}
