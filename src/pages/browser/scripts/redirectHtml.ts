/**
 * Puts what the gateway answered for the payer's browser into the page. Scripts in markup that is put in do
 * not run by themselves, so each is made anew. A frame has the name for good that it is put in with: whoever
 * wants to change something does so before.
 */
export function insertHtml(
  place: Element,
  markup: string,
  prepare?: (content: DocumentFragment) => void,
): void {
  const template = document.createElement('template')
  template.innerHTML = markup
  prepare?.(template.content)
  place.replaceChildren(template.content)
  for (const inert of Array.from(place.querySelectorAll('script'))) {
    const script = document.createElement('script')
    for (const { name, value } of Array.from(inert.attributes)) script.setAttribute(name, value)
    script.text = inert.text
    inert.replaceWith(script)
  }
}

/** The element of the page's wish, or one at its end that nobody sees. */
export function containerOf(id: string | undefined): Element {
  const wished = id === undefined ? null : document.getElementById(id)
  if (wished) return wished
  const own = document.createElement('div')
  own.hidden = true
  document.body.append(own)
  return own
}
