import { pageData, requiredElement } from './page.ts'
import type { CheckoutState } from './protocol.ts'

type Step<Name extends CheckoutState['step']> = Extract<CheckoutState, { step: Name }>

/** Lets the issuer look at the browser in a frame nobody sees; over when it says so, or after a while. */
export function runMethod({ methodUrl, methodData }: Step<'method'>): Promise<void> {
  const frame = createFrame('method-frame', '')
  frame.hidden = true
  document.body.append(frame)
  postInto(frame, { address: methodUrl, name: 'threeDSMethodData', value: methodData })
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      stopHearing()
      frame.remove()
      resolve()
    }
    const stopHearing = onFrameMessage(frame, 'tollgate:looked', end)
    const timer = setTimeout(end, methodTimeoutMs)
  })
}
const methodTimeoutMs = 5_000

/** Shows the issuer's page; `over` is called when the issuer is done. What came of it the gateway knows. */
export function showChallenge(
  { acsUrl, creq, width, height }: Step<'challenge'>,
  onOver: () => void,
): () => void {
  const place = requiredElement('challenge', HTMLElement)
  const frame = createFrame('challenge-frame', place.dataset.title ?? '')
  const isSized = width > 0 && height > 0
  place.classList.toggle('large', !isSized)
  if (isSized) {
    frame.width = String(width)
    frame.height = String(height)
  }
  place.replaceChildren(frame)
  const stopHearing = onFrameMessage(frame, 'tollgate:challenged', onOver)
  postInto(frame, { address: acsUrl, name: 'creq', value: creq })
  return () => {
    stopHearing()
    place.replaceChildren()
  }
}

/** An issuer's page may do in its frame what pages do, but not lead the payer away from this one. */
function createFrame(name: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.name = name
  frame.title = title
  frame.setAttribute(
    'sandbox',
    'allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts',
  )
  frame.allow = 'publickey-credentials-get'
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

/** Frames end on a page of the gateway, so only that page of exactly this frame is believed. */
function onFrameMessage(frame: HTMLIFrameElement, word: string, act: () => void): () => void {
  const listener = ({ origin, source, data: said }: MessageEvent) => {
    if (
      (origin === location.origin || origin === pageData.gateway) &&
      source === frame.contentWindow &&
      said === word
    )
      act()
  }
  addEventListener('message', listener)
  return () => removeEventListener('message', listener)
}
