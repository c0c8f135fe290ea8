// The issuer's page in a merchant's page: inserted as markup, or in full screen.

import { isMembers, isWebAddress, membersOf, type UnknownMembers } from '../unknownValues.ts'

/** The name of a frame after which the payer goes on in the window around it. */
export const windowFrameName = 'challengeFrameOfWindow'

/** The name of the frame in the markup that merchants get (threeDSecure/redirect.ts). */
export const markupFrameName = 'challengeFrame'

/** Between the last page in that frame and the script around it: the merchant's page is next. */
export const frameReturning = 'tollgate:returning'
export const frameReleased = 'tollgate:released'

/** From the page around the frame to the last page in it: the window is being navigated. */
export const returnTaken = 'tollgate:taken'

/**
 * Shows the issuer's page in a frame as large as the window. The merchant's page that follows belongs into
 * the window itself, which a frame that was at another origin may not navigate: so this page does it (see
 * threeDSecure/submitForm.ts).
 */
export function showFullScreen(markup: string, gateway: string | undefined): void {
  insertHtml(document.body, markup, content => {
    const frame = content.querySelector('iframe')
    const form = content.querySelector('form')
    if (!frame || !form) return
    frame.name = windowFrameName
    form.target = windowFrameName
    window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
      const message = membersOf(data)
      if (origin !== gateway || source !== frame.contentWindow || message.tollgate !== 'return') return
      if (!isWebAddress(message.address) || !isMembers(message.fields)) return
      frame.contentWindow?.postMessage(returnTaken, origin)
      postFields(message.address, message.fields)
    })
  })
}

function postFields(address: string, fields: UnknownMembers): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = address
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value: String(value) })
    form.append(input)
  }
  document.body.append(form)
  // A field may be called `submit`, so the method is taken from the prototype.
  HTMLFormElement.prototype.submit.call(form)
}

/**
 * Inserts markup of the gateway into the page. Inserted scripts do not run, so each is created anew. A frame
 * keeps the name that it is inserted with: changes have to be made in `prepare`.
 */
export function insertHtml(
  container: Element,
  markup: string,
  prepare?: (content: DocumentFragment) => void,
): void {
  const template = document.createElement('template')
  // A page's policy may forbid style attributes, also while they are parsed, but not what scripts set. Values
  // are escaped: no quotation mark is inside another attribute.
  template.innerHTML = markup.replace(/ style="/g, ' data-style="')
  prepare?.(template.content)
  container.replaceChildren(template.content)
  for (const element of Array.from(container.querySelectorAll<HTMLElement>('[data-style]')))
    element.style.cssText = element.dataset.style ?? ''
  for (const inert of Array.from(container.querySelectorAll('script'))) {
    const script = document.createElement('script')
    for (const { name, value } of Array.from(inert.attributes)) script.setAttribute(name, value)
    script.text = inert.text
    inert.replaceWith(script)
  }
}

/** The element that the page names, or an invisible one at its end. */
export function containerOf(id: string | undefined): Element {
  const named = id === undefined ? null : document.getElementById(id)
  if (named) return named
  const own = document.createElement('div')
  // Laid out, since issuers' pages may not run in frames that are not.
  Object.assign(own.style, { position: 'absolute', visibility: 'hidden' })
  document.body.append(own)
  return own
}
