/** Nothing can be stored now, and the same can be stored later. */
export abstract class StorageUnavailable extends Error {}
