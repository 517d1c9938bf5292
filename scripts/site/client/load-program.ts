import { made } from './elements.js';

const programs = new Map<string, Promise<void>>();

/** Runs a program beside the page, once. */
export function loadProgram(address: string): Promise<void> {
  let program = programs.get(address);
  if (!program) {
    program = new Promise((resolve, reject) => {
      const script = made('script');
      script.src = address;
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () => reject(new Error(`${address} is not there.`)));
      document.head.append(script);
    });
    programs.set(address, program);
    // What is not there may be there later.
    program.catch(() => programs.delete(address));
  }
  return program;
}
