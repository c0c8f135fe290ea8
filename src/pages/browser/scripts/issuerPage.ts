import { isMembers, membersOf, type UnknownMembers } from '../unknownValues.ts'

/** What the last page in the frame of a challenge and the merchant's page around it say to each other. */

/** The name of a frame whose payer goes on in the window around it. */
export const windowFrameName = 'challengeFrameOfWindow'

/** The page around the frame leads the payer on. */
export const returnTaken = 'tollgate:taken'

/**
 * The issuer's page in a frame as large as the window; the merchant's page after it belongs into the window
 * itself. A frame that has been at the issuer's may not lead the window anywhere, so this page does it.
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

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value)

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
  // A field may be called `submit`: the form's own is taken.
  HTMLFormElement.prototype.submit.call(form)
}

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
