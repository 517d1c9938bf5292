import type { ChildNode } from '../html/html.js';

/** Why a part of a page is no main content. */
export const REASONS = {
  'outside the main element': 'it stands beside the element that holds the main content',
  landmark: 'its tag or its role says that it belongs to the site',
  'named beside the text':
    'its class or id is one of boilerplate, and it stands before the first or after the last paragraph',
  'links to other pages': 'most of its text are links to other pages, and nothing in the text announces them',
  'cards of other pages': 'it is one of several boxes, each with a heading that leads to another page of the site',
  'shares the page': 'all of it are links that hand the address of the page to other sites',
  'about the author': 'it stands after the text, and begins with the name that the page declares as that of its author',
  'controls the page': 'its role says that it is a control, or a script runs where its link would lead',
  'asks for input': 'it is a form that asks for something',
  'asks for something': 'it is the last sentence, asks the reader for something, and has a link for that',
  'label before the text': 'it is a name, a date or a category before the first paragraph',
  'said again': 'its words are repeated below',
  'after the text': 'it stands after the last paragraph, and is no text of its own',
  'alternative text': 'it repeats the alternative text of its picture',
  'left empty': 'nothing in it is left',
  advertising: 'its name, its label or its network says that it is an advertisement or a cookie banner',
  'excluded by the options': '`excludeTags` names it',
  'edits the page': 'it leads to the editor of the page',
  'other languages': 'each of its links leads to the same page in another language',
  'note about the page': 'it says when or with what the page was made, before or after the text',
} as const;

export type Reason = keyof typeof REASONS;

/** The nodes that are left out, each with the reason. */
export type Removals = Map<ChildNode, Reason>;
