/** What Redoc's program does that our page must not do, and what it has to do instead. */
interface Repair {
  why: string;
  find: RegExp;
  replacement: string;
}

const REPAIRS: Repair[] = [
  {
    why: 'the name of Redoc at the foot of the menu is an image of its makers',
    find: /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini-full\.svg/g,
    replacement: words('Redoc', 44),
  },
  {
    why: 'with the menu folded the image is a shorter one',
    find: /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini\.svg/g,
    replacement: words('R', 12),
  },
  {
    why: 'its search, which the page replaces by one that also finds the guides, reads the whole contract once it is idle',
    find: /typeof window\.requestIdleCallback!=`function`\)return\(\)=>\{\};/,
    replacement: 'true)return()=>{};',
  },
  {
    why: 'the button that empties the search has no name for a screen reader',
    find: /(sendSearchInputResetClickedMessage\(\[[^\]]*\]\)\},)/g,
    replacement: '$1"aria-label":"Clear the search",',
  },
];

/** Fails when there is nothing to repair any more: then Redoc has changed, and somebody has to look what it does now. */
export function repair(html: string, repairs: readonly Repair[] = REPAIRS): string {
  return repairs.reduce((page, { why, find, replacement }) => {
    const repaired = page.replace(find, replacement);
    if (repaired === page)
      throw new Error(`Redoc has changed: ${why}, but ${find} is not there. See scripts/docs/repairs.ts.`);
    return repaired;
  }, html);
}

function words(text: string, width: number): string {
  const style = 'font: 600 12px system-ui, sans-serif; fill: #568990';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="14"><text y="11" style="${style}">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
