import { made } from '../../site/client/elements.js';
import { loadProgram } from '../../site/client/load-program.js';
import type { Contract } from '../openapi.js';
import { operations } from '../operations.js';
import { callForm, refusal } from './call-form.js';
import { ownService } from './service.js';

declare global {
  /** Set by `contract.js`, because a page that was opened as a file cannot fetch the contract. */
  var trawlContract: Contract | undefined;
}

const LINK = '#try/';
const own = ownService();

/**
 * Shows the form of a call: on a page that a service serves, in a dialog for every link to `#try/<operationId>`, and on a
 * page of its own for `#<operationId>`, which may also ask other services.
 *
 * It is a small one of our own. Compared were, by their one file for a page, gzipped: Scalar 1.46 (989 kB), Stoplight
 * Elements 9.0 (613 kB) and RapiDoc 9.3 (218 kB). Each is a second reference with looks, a navigation and a search of its
 * own, and each compiles code from text (`new Function`), which the policy of this page forbids.
 */
function installTryIt(): void {
  const place = document.getElementById('try-call');
  const show = () => {
    const hash = decodeURIComponent(location.hash);
    if (place) return void showIn(place, hash.slice(1));
    if (!hash.startsWith(LINK)) return;
    // So that the link can be followed again; the page stays where it is.
    history.replaceState(null, '', location.pathname + location.search);
    void openDialog(hash.slice(LINK.length));
  };
  addEventListener('hashchange', show);
  show();
}

async function showIn(place: HTMLElement, operationId: string): Promise<void> {
  if (operationId === '') return place.replaceChildren();
  place.replaceChildren(await formOf(operationId));
  place.scrollIntoView();
}

async function openDialog(operationId: string): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'try-dialog';
  dialog.setAttribute('aria-label', 'Try it');
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.append(await formOf(operationId), closeButton(dialog));
  dialog.querySelector<HTMLElement>('input, textarea, button')?.focus();
}

async function formOf(operationId: string): Promise<HTMLElement> {
  try {
    await loadProgram(`${document.getElementById('site-bar')?.dataset.assets ?? ''}contract.js`);
    const contract = globalThis.trawlContract;
    const entry = contract && [...operations(contract)].find(({ operation }) => operation.operationId === operationId);
    if (!entry) throw new Error(`The API has no operation ${operationId}.`);
    if (own?.missingOperations.includes(operationId)) throw new Error('This service does not offer this call.');
    return callForm(contract, entry, own);
  } catch (error) {
    return refusal(error);
  }
}

function closeButton(dialog: HTMLDialogElement): HTMLButtonElement {
  const button = made('button', 'Close', 'close');
  button.type = 'button';
  button.addEventListener('click', () => dialog.close());
  return button;
}

installTryIt();
