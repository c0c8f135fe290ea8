// Submits the only form of the page. A field may be called `submit`, so the method is taken from the
// prototype.

import {
  frameReleased,
  frameReturning,
  markupFrameName,
  returnTaken,
  windowFrameName,
} from '../scripts/issuerPage.ts'

const form = document.forms[0]
const submit = () => form && HTMLFormElement.prototype.submit.call(form)

/**
 * A challenge in full screen ends in the window, not in its frame. Browsers do not let the frame navigate the
 * window, so the page around is asked to submit the fields. Without an answer the payer goes on in the frame.
 */
function submitInWindow(form: HTMLFormElement): void {
  const fields = Object.fromEntries(new FormData(form))
  const message = { tollgate: 'return', address: form.action, fields }
  askPageAround(message, { isAnswer: data => data === returnTaken, onSilence: submit, patienceMs: 1_500 })
}

/**
 * The issuer's page was not allowed to navigate the window; the merchant's, which follows, is. The page
 * around lifts the limits if it has the gateway's script (threeDSecure/redirect.ts).
 */
function submitReleased(): void {
  const isAnswer = (data: unknown) => {
    if (data !== frameReleased) return false
    submit()
    return true
  }
  askPageAround(frameReturning, { isAnswer, onSilence: submit, patienceMs: 500 })
}

type Asking = {
  isAnswer(data: unknown): boolean
  onSilence(): void
  readonly patienceMs: number
}

function askPageAround(message: unknown, { isAnswer, onSilence, patienceMs }: Asking): void {
  const timer = setTimeout(onSilence, patienceMs)
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window.parent && isAnswer(data)) clearTimeout(timer)
  })
  window.parent.postMessage(message, '*')
}

const isFramed = window.parent !== window
if (form && isFramed && window.name === windowFrameName) submitInWindow(form)
else if (isFramed && window.name === markupFrameName) submitReleased()
else submit()
