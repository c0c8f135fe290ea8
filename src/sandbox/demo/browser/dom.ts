/** The element of the page; its absence is a mistake in the markup. */
export function requiredElement<Kind extends Element>(selector: string, kind: { new (): Kind }): Kind {
  const found = document.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${selector}`)
}

type Attributes = { readonly [name: string]: string }
type Child = Node | string

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const attribute in attributes) element.setAttribute(attribute, attributes[attribute] ?? '')
  element.append(...children)
  return element
}

/** Sentences in which `backticks` mark code. */
export function withCode(text: string): readonly Child[] {
  return text.split('`').map((piece, index) => (index % 2 === 0 ? piece : make('code', {}, piece)))
}

export function makeButton(text: string, press: () => void, kind = 'button'): HTMLButtonElement {
  const button = make('button', { type: 'button', class: kind }, text)
  button.addEventListener('click', press)
  return button
}

/** Says it to those who cannot see it happen. */
export function announce(news: string): void {
  requiredElement('#news', HTMLElement).textContent = news
}
