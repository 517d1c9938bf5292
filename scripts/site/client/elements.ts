/** A text that keeps its lines, and can be scrolled with the keyboard. */
export function program(text: string): HTMLElement {
  const box = made('pre', text);
  box.tabIndex = 0;
  return box;
}

/** A field with its name and, if there is one, what to know of it. */
export function labelled<Input extends HTMLElement>(
  name: string,
  input: Input,
  hint: string,
): { label: HTMLLabelElement; input: Input } {
  const label = made('label');
  label.append(made('span', name), input, ...(hint ? [made('small', hint)] : []));
  return { label, input };
}

export function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  className = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}
