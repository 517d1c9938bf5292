import { escapeHtml } from '../../site/html.js';
import { renderLayout } from '../../site/layout.js';
import { linksOfPage } from '../links.js';
import type { Pages } from '../pages.js';
import { menuHtml } from './contents.js';
import { placesFrom, SURROUNDINGS, TITLE } from './page.js';

/** Its file without the ending. */
export const TRY_PATH = 'try';

/**
 * The page on which a call can be tried against any service: the reader says where it is. It is the only page that may
 * connect to others.
 */
export function tryHtml(pages: Pages): string {
  const places = placesFrom(TRY_PATH);
  const link = linksOfPage(pages, TRY_PATH, { guides: SURROUNDINGS.guides, ending: 'html' });
  const calls = pages.pages.flatMap(({ call, title }) =>
    call
      ? [
          `<li><a href="#${call.operationId}">${escapeHtml(title)}</a> <code>${call.method.toUpperCase()} ${escapeHtml(call.path)}</code></li>`,
        ]
      : [],
  );
  return renderLayout({
    title: `Try a call · ${TITLE}`,
    description: 'Fill in a call, send it to your own service, or see the example of its answer.',
    places,
    head: '<meta name="robots" content="noindex">\n',
    menu: menuHtml(pages, undefined, link),
    menuName: 'API reference',
    layout: 'without-examples',
    connections: 'http: https:',
    main: `<h1>Try a call</h1>
<noscript><p>This page needs JavaScript. The page of each call shows the same as a curl command.</p></noscript>
<section id="try-call" class="try-call" aria-label="The call"></section>
<h2>All calls</h2>
<ul>${calls.join('')}</ul>
<script src="${places.assets}try-it.js" defer></script>
`,
  });
}
