const bodyNotRecorded = 'The bytes of the form were not recorded, so there is nothing to judge.';
const listOfTheServer = 'What the server takes is a list of its own, known only as far as the recording was not cut.';
const noCapability = 'Whether the server has the capability is not a matter of the request.';

/** Requests that the server refused with 400 although the contract takes them, and why a schema cannot say it. */
export const cannotSay: Readonly<Record<string, string>> = {
  'invalid-integration-bad': listOfTheServer,
  'invalid-waitFor-gt-timeout': 'A schema cannot compare two fields: waitFor may be at most half of timeout.',
  'monitor-create-too-often': 'A pattern could not count the minutes between two runs of a cron expression.',
  'parse-png': bodyNotRecorded,
  'parse-unknown-option': bodyNotRecorded,
  'parse-unsupported-option-screenshot': bodyNotRecorded,
  'parse-wrong-field': bodyNotRecorded,
  'parse-upload-url-badext': listOfTheServer,
  'parse-uploadref-options': 'Whether the file behind the reference has arrived is a matter of the upload.',
  'scrape-actions-selfhost': noCapability,
};

/** Requests that were refused for their shape, but with a status that speaks of something else. */
export const refusedOtherwise: Readonly<Record<string, string>> = {
  'crawl-idempotency-bad': 'A key that is no UUID is answered 409, as if it had been used before.',
};
