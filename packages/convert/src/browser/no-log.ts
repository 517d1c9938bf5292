/** Stands for the debug log in the bundle for browsers, where no variable of the environment asks for it. */
export function logRemovals(): void {}
