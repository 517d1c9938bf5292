import { address, text } from '../input-fields.js';
import { pageView } from '../pages/page-view.js';
import { own, toolName } from '../pages/result-text.js';
import { defineTool } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { chargedScrape } from './charged-scrape.js';
import { serviceNote } from './service-note.js';

export const askPage = defineTool({
  name: 'ask_page',
  title: 'Ask a page',
  description: 'Answers a question from one page, by the model of the service. Costs more than {scrape}.',
  input: {
    url: address('The page.'),
    question: text('The question.'),
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: false,
  leadsTo: ['read_more'],
  needs: ['model'],

  async run({ url, question }, context) {
    const { policy, pages } = context;
    const formats = [{ type: 'question' as const, question }] as const;
    const request = { ...policy.scrapeOptions, formats };
    const { answer, metadata, warning } = await chargedScrape('ask_page', url, request, context);
    policy.checkRedirect(metadata.url);
    if (!answer)
      throw new ToolError(
        own`There is no answer: read the page with ${toolName('scrape')}, and answer by yourself.`,
        warning,
      );
    const note = serviceNote(warning);
    const page = await pages.add({ url, markdown: answer });
    return policy.budget.fill((room) => own`${note}${pageView(page, room)}`);
  },
});
