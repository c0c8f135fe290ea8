import { returnTaken, windowFrameName } from '../scripts/issuerPage.ts'

/** Sends the only form of the page on its way. A field may be called `submit`: the form's own is taken. */
const form = document.forms[0]
const send = () => form && HTMLFormElement.prototype.submit.call(form)

/**
 * In a frame that stood for the whole window the merchant's page comes into that. The page around is asked
 * to do it, since browsers do not let a frame that came from elsewhere; where nobody answers, it is tried,
 * and else the button does it.
 */
function sendInWindow(page: HTMLFormElement): void {
  page.target = '_top'
  const patience = setTimeout(send, patienceMs)
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window.parent && data === returnTaken) clearTimeout(patience)
  })
  const fields = Object.fromEntries(new FormData(page))
  window.parent.postMessage({ tollgate: 'return', address: page.action, fields }, '*')
}

const patienceMs = 1_500

if (form && window.name === windowFrameName && window.parent !== window) sendInWindow(form)
else send()
