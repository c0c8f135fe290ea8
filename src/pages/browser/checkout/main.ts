// The script of the checkout page starts here.

import { startFlow } from './flow.ts'
import { startForm } from './form.ts'
import { announce, byId, notifyEmbedder, observeHeight, pageData, texts } from './page.ts'

type Countdown = { readonly secondsLeft: number; readonly onEnd: () => void }

/** Counts down wherever the page shows the time left, and announces when little of it is left. */
function startCountdown({ secondsLeft, onEnd }: Countdown): void {
  const start = eventClockMs()
  const displays = document.querySelectorAll('.time')
  let before = secondsLeft
  const tick = () => {
    const left = Math.max(0, Math.ceil(secondsLeft - (eventClockMs() - start) / 1000))
    for (const display of displays) display.textContent = countdownText(left)
    const warning = warnings.find(({ at }) => before > at && left <= at && left > 0)
    if (warning) announce(texts[warning.text])
    before = left
    if (left > 0) return
    clearInterval(timer)
    onEnd()
  }
  const timer = setInterval(tick, 1000)
}

const warnings = [
  { at: 60, text: 'oneMinuteLeft' },
  { at: 300, text: 'fiveMinutesLeft' },
] as const

function countdownText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Timers of a page in the background are late; the time stamps of events are not. */
const eventClockMs = (): number => new Event('tick').timeStamp

// The form becomes usable, the countdown runs, and a payment that is under way continues.
const flow = startFlow(startForm())
startCountdown({ secondsLeft: pageData.secondsLeft, onEnd: flow.timeUp })
if (pageData.isEmbedded) observeHeight(height => notifyEmbedder({ tollgate: 'resize', height }))
flow.resume()
byId('logo')?.addEventListener('error', ({ target }) => target instanceof Element && target.remove())
