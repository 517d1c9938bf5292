/** Stands for the guess of an encoding in the bundle for browsers: bytes that name none and are no UTF-8 are windows-1252. */
export function analyse(): [] {
  return [];
}
