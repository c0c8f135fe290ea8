import { returnTaken, windowFrameName } from '../threeDSecure/wayBack.ts'
import { isMembers, membersOf, type UnknownMembers } from './given.ts'
import { insertHtml } from './redirectHtml.ts'

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
