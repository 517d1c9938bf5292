import { ResultText } from './result-text.js';

/** Text of a web page, or of a file. */
export const fence = (text: string): ResultText => ResultText.fenced('Text from the web', text);

/** What the service says about a page, such as why it could not be read: its words may be those of the page. */
export const fencedServiceText = (text: string): ResultText => ResultText.fenced('Text of the service', text);
