/** So that Stryker, which runs in this folder, finds the tests of this package instead of the whole repository's. */
export default {};
