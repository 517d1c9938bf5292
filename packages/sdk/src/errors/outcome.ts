import { type Issue, placesOf, summarize } from './issues.js';

/** What the server answered. */
interface Outcome {
  /** Whether the status is one of success. */
  readonly ok: boolean;
  readonly status: number;
  readonly code: string | undefined;
  /** The message on one line. */
  readonly summary: string;
  readonly issues?: readonly Issue[] | undefined;
  /** Brings a message onto one line. */
  readonly sentence: (message: string) => string;
}

/** The status, the code and the message of the server, and the places of its issues. */
export function outcomeOf({ ok, status, code, summary, issues = [], sentence }: Outcome): string {
  const outcome = ok ? 'was answered with success: false' : `failed with ${status}`;
  // The server's message may repeat that of an issue, and then only its place is missing. Or it says no more than the status.
  const others = issues.filter((issue) => !summary.includes(sentence(issue.message)));
  const places =
    sentence(summarize(others)) ||
    placesOf(issues)
      .filter((place) => !summary.includes(place))
      .join(', ');
  const reason = places && summary === 'Bad Request' ? '' : summary;
  const label = [outcome, code].filter(Boolean).join(' ');
  return `${[label, reason, places].filter(Boolean).join(': ')}.`;
}
