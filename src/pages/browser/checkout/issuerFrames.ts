// The issuer's pages in frames of the checkout page: 3DS method and challenge.

import { pageData, requiredElement } from './page.ts'
import type { CheckoutStateOf } from './protocol.ts'

/** Lets the issuer examine the browser in a hidden frame, until it says that it is done or the time is up. */
export function runMethod({ methodUrl, methodData, waitMs }: CheckoutStateOf<'method'>): Promise<void> {
  const frame = createFrame('method-frame', '')
  // Laid out, since issuers' pages may not run in frames that are not.
  Object.assign(frame.style, { position: 'absolute', visibility: 'hidden', width: '1px', height: '1px' })
  document.body.append(frame)
  postInto(frame, { address: methodUrl, name: 'threeDSMethodData', value: methodData })
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      stopListening()
      frame.remove()
      resolve()
    }
    const stopListening = onFrameMessage(frame, 'tollgate:looked', end)
    const timer = setTimeout(end, waitMs)
  })
}

/**
 * Shows the issuer's page; returns a function that hides it. The outcome has to be asked from the gateway.
 */
export function showChallenge(
  { acsUrl, creq, width, height }: CheckoutStateOf<'challenge'>,
  onOver: () => void,
): () => void {
  const container = requiredElement('challenge', HTMLElement)
  const frame = createFrame('challenge-frame', container.dataset.title ?? '')
  const isSized = width > 0 && height > 0
  container.classList.toggle('large', !isSized)
  if (isSized) {
    frame.width = String(width)
    frame.height = String(height)
  }
  container.replaceChildren(frame)
  const stopListening = onFrameMessage(frame, 'tollgate:challenged', onOver)
  postInto(frame, { address: acsUrl, name: 'creq', value: creq })
  return () => {
    stopListening()
    container.replaceChildren()
  }
}

/** What the tables of EMV 3-D Secure 2.3.1 let issuers' pages do in their frames. */
function createFrame(name: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.name = name
  frame.title = title
  frame.setAttribute('sandbox', 'allow-forms allow-scripts allow-same-origin allow-pointer-lock')
  frame.allow = 'payment *; publickey-credentials-get *'
  return frame
}

type FormPost = { readonly address: string; readonly name: string; readonly value: string }

function postInto(frame: HTMLIFrameElement, { address, name, value }: FormPost): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = address
  form.target = frame.name
  form.hidden = true
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  input.value = value
  form.append(input)
  document.body.append(form)
  form.submit()
  form.remove()
}

/** Frames end on a page of the gateway: only messages of that origin and of exactly this frame count. */
function onFrameMessage(frame: HTMLIFrameElement, message: string, action: () => void): () => void {
  const listener = ({ origin, source, data }: MessageEvent) => {
    if (
      (origin === location.origin || origin === pageData.gateway) &&
      source === frame.contentWindow &&
      data === message
    )
      action()
  }
  addEventListener('message', listener)
  return () => removeEventListener('message', listener)
}
