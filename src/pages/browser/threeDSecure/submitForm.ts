// Submits the only form of the page. A field may be called `submit`, so the method is taken from the
// prototype.

import { returnTaken, windowFrameName } from '../scripts/issuerPage.ts'

const form = document.forms[0]
const submit = () => form && HTMLFormElement.prototype.submit.call(form)

/**
 * A challenge in full screen ends in the window, not in its frame. Browsers do not let a frame that was at
 * another origin navigate the window, so the page around is asked to submit the fields. Without an answer
 * this page tries itself, and if that fails there is the button.
 */
function submitInWindow(form: HTMLFormElement): void {
  form.target = '_top'
  const timer = setTimeout(submit, answerTimeoutMs)
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window.parent && data === returnTaken) clearTimeout(timer)
  })
  const fields = Object.fromEntries(new FormData(form))
  window.parent.postMessage({ tollgate: 'return', address: form.action, fields }, '*')
}

const answerTimeoutMs = 1_500

if (form && window.name === windowFrameName && window.parent !== window) submitInWindow(form)
else submit()
