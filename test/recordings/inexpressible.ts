const bodyNotRecorded = 'The bytes of the form were not recorded, so nothing can be validated.';
const listOfTheServer = 'The server has a list of its own, and the recording shows only its beginning.';
const noCapability = 'It depends on the server, not on the request, whether the capability exists.';

/** Requests that the server refuses with 400 and the contract accepts, and why a schema cannot express the rule. */
export const inexpressible: Readonly<Record<string, string>> = {
  'invalid-waitFor-gt-timeout': 'A schema cannot compare two fields: waitFor may be at most half of timeout.',
  'monitor-create-too-often': 'A pattern could not count the minutes between two runs of a cron expression.',
  'parse-png': bodyNotRecorded,
  'parse-unknown-option': bodyNotRecorded,
  'parse-unsupported-option-screenshot': bodyNotRecorded,
  'parse-wrong-field': bodyNotRecorded,
  'parse-upload-url-badext': listOfTheServer,
  'scrape-actions-selfhost': noCapability,
};

/** Invalid requests that were refused with another status than 400. */
export const refusedWithOtherStatus: Readonly<Record<string, string>> = {
  'crawl-idempotency-bad': 'A key that is no UUID is answered 409, as if it had been used before.',
};
