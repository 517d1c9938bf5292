import { createHash } from 'node:crypto';
import type { Access } from './session.js';

/** A page and the policy that seals it: it runs its own script only, and connects to its own server only. */
export interface LiveViewPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The page that shows a session. Who controls it can click and type in it. `hosts` are those of this server. */
export function liveViewPage(access: Exclude<Access, 'cdp'>, hosts: readonly string[]): LiveViewPage {
  const script = SCRIPT.replace('CONTROLS', String(access === 'control'));
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(STYLES)}`,
    'img-src blob:',
    ["connect-src 'self'", ...hosts.flatMap(socketOrigins)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  const status = access === 'control' ? 'Live · you can click and type' : 'Live';
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    html: `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Browser session</title>
<style>${STYLES}</style>
</head>
<body>
<header><span id="state" data-about="${status}">Connecting</span><output id="address"></output></header>
<main><canvas id="screen" role="img" aria-label="The page of the session"></canvas>${access === 'control' ? KEYBOARD : ''}</main>
<script>${script}</script>
</body>
</html>
`,
  };
}

/** Some browsers do not count WebSockets as part of the origin of a page. */
function socketOrigins(host: string): string[] {
  return /^[\w.:[\]-]+$/.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** This element has the focus, so it receives the keys. */
const KEYBOARD =
  '<textarea id="keys" aria-label="Types into the page" autocapitalize="off" autocomplete="off" spellcheck="false"></textarea>';

const STYLES = `
:root { color-scheme: light dark; --ink: light-dark(#0b1f26, #e8f6f4); --soft: light-dark(#445a5f, #a9c3c6);
  --paper: light-dark(#ffffff, #0b1a20); --wash: light-dark(#e3ecec, #12262d); --line: light-dark(#d5e2e2, #24424a);
  --live: light-dark(#0a6a6b, #7ee0d2); }
* { box-sizing: border-box; }
body { display: flex; flex-direction: column; height: 100dvh; margin: 0; background: var(--wash); color: var(--ink);
  font: 15px/1.4 system-ui, sans-serif; }
header { display: flex; gap: 16px; align-items: center; padding: 10px 16px; border-bottom: 1px solid var(--line);
  background: var(--paper); }
#state { display: flex; gap: 8px; align-items: center; flex: none; color: var(--soft); }
#state::before { width: 9px; height: 9px; border-radius: 50%; background: var(--soft); content: ''; }
#state.live { color: var(--live); }
#state.live::before { background: var(--live); }
#address { min-width: 0; min-height: 28px; overflow: hidden; padding: 4px 12px; flex: 1; border-radius: 99px; background: var(--wash);
  text-overflow: ellipsis; white-space: nowrap; font: 13.5px/1.5 ui-monospace, monospace; }
#address:empty { visibility: hidden; }
main { display: grid; min-height: 0; padding: 16px; flex: 1; place-items: center; }
canvas { max-width: 100%; max-height: 100%; min-width: 0; min-height: 0; border-radius: 6px; background: #fff;
  box-shadow: 0 1px 12px rgb(0 0 0 / 18%); }
main:has(:focus-visible) canvas { box-shadow: 0 0 0 2px var(--live); }
#keys { position: fixed; width: 1px; height: 1px; border: 0; padding: 0; opacity: 0; }
canvas[width="0"] { visibility: hidden; }
.ended canvas { filter: grayscale(1); opacity: .55; }
`;

/** It draws each frame, and then asks for the next one. */
const SCRIPT = `
const state = document.getElementById('state');
const address = document.getElementById('address');
const screen = document.getElementById('screen');
const context = screen.getContext('2d');
screen.width = 0;
let size = { width: 0, height: 0 };
const socket = new WebSocket(location.href.replace(/^http/, 'ws'));
const send = (message) => { if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message)); };
socket.addEventListener('open', () => {
  state.textContent = state.dataset.about;
  state.className = 'live';
});
socket.addEventListener('close', ({ reason }) => {
  state.textContent = reason || 'The session has ended, or cannot be reached.';
  state.className = '';
  document.body.className = 'ended';
});
socket.addEventListener('message', async ({ data }) => {
  if (typeof data === 'string') {
    const message = JSON.parse(data);
    if (message.type === 'frame') size = message;
    else if (message.type === 'address') {
      address.textContent = message.url === 'about:blank' ? '' : message.url;
      document.title = message.url === 'about:blank' ? 'Browser session' : message.url;
    }
    return;
  }
  const picture = await createImageBitmap(data);
  if (screen.width !== picture.width) screen.width = picture.width;
  if (screen.height !== picture.height) screen.height = picture.height;
  context.drawImage(picture, 0, 0);
  picture.close();
  send('shown');
});
if (CONTROLS) {
  const NO_KEYS = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Unidentified', 'Process'];
  const keys = document.getElementById('keys');
  const place = (event) => {
    const box = screen.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width * size.width, y: (event.clientY - box.top) / box.height * size.height };
  };
  const button = (event) => ['left', 'middle', 'right'][event.button] ?? 'left';
  screen.addEventListener('pointerdown', (event) => {
    keys.focus();
    screen.setPointerCapture(event.pointerId);
    send({ type: 'down', ...place(event), button: button(event) });
    event.preventDefault();
  });
  screen.addEventListener('pointerup', (event) => send({ type: 'up', ...place(event), button: button(event) }));
  let moved;
  screen.addEventListener('pointermove', (event) => {
    if (!moved) requestAnimationFrame(() => { send({ type: 'move', ...moved }); moved = undefined; });
    moved = place(event);
  });
  screen.addEventListener('contextmenu', (event) => event.preventDefault());
  screen.addEventListener('wheel', (event) => {
    send({ type: 'wheel', dx: event.deltaX, dy: event.deltaY });
    event.preventDefault();
  }, { passive: false });
  keys.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    const isPaste = (ctrlKey || metaKey) && key.toLowerCase() === 'v';
    const isText = key.length === 1 && !ctrlKey && !metaKey;
    if (isComposing || isPaste || isText || NO_KEYS.includes(key)) return;
    const held = [[ctrlKey, 'Control'], [metaKey, 'Meta'], [altKey, 'Alt'], [shiftKey, 'Shift']];
    send({ type: 'key', key: [...held.flatMap(([isHeld, name]) => isHeld ? [name] : []), key].join('+') });
    event.preventDefault();
  });
  // Letters, accents, pasted text and what an input method composes.
  keys.addEventListener('input', ({ isComposing }) => {
    if (isComposing) return;
    send({ type: 'text', text: keys.value });
    keys.value = '';
  });
  keys.addEventListener('compositionend', () => keys.dispatchEvent(new InputEvent('input')));
  keys.focus();
}
`;
