/** How the page at `/` looks, in the colours of the reference. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#0b1f26, #e8f6f4);
  --soft: light-dark(#445a5f, #a9c3c6);
  --paper: light-dark(#ffffff, #0b1a20);
  --wash: light-dark(#f0f6f6, #12262d);
  --line: light-dark(#d5e2e2, #24424a);
  --link: light-dark(#0a6a6b, #7ee0d2);
  --bad: light-dark(#a3231c, #ff9d94);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
header { display: flex; gap: 16px; align-items: center; padding: 28px 32px; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 26px; line-height: 1.2; }
h2 { margin: 0 0 12px; font-size: 18px; }
p { margin: 6px 0; color: var(--soft); }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 32px; max-width: 1160px; margin: 0 auto; padding: 28px 32px; }
section { min-width: 0; }
.wide { grid-column: 1 / -1; }
ul { margin: 0 0 24px; padding: 0; list-style: none; }
li { padding: 3px 0 3px 26px; position: relative; }
li::before { position: absolute; left: 2px; }
.can li::before { content: '✓'; color: var(--link); }
.cannot li::before { content: '–'; color: var(--soft); }
.cannot li { color: var(--soft); }
pre { overflow-x: auto; margin: 0 0 12px; padding: 12px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--wash); }
code, td { font: 13.5px/1.5 ui-monospace, monospace; }
.button { display: inline-block; padding: 8px 16px; border-radius: 8px; background: var(--link); color: var(--paper); text-decoration: none; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 20px 0 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { padding: 6px 10px; text-align: left; color: var(--soft); font-weight: 500; font-size: 14px; }
td { padding: 6px 10px; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.refused { color: var(--bad); }
@media (max-width: 780px) { main { grid-template-columns: 1fr; padding: 20px; } header { padding: 20px; } }
`;
