import { words } from './data.ts'
import { announce } from './page.ts'

type Clock = { readonly secondsLeft: number; readonly onEnd: () => void }

/** Counts down where the page shows the time, and says when little of it is left. */
export function startClock({ secondsLeft, onEnd }: Clock): void {
  const start = momentMs()
  const faces = document.querySelectorAll('.time')
  let before = secondsLeft
  const tick = () => {
    const left = Math.max(0, Math.ceil(secondsLeft - (momentMs() - start) / 1000))
    for (const face of faces) face.textContent = clockText(left)
    const warning = warnings.find(({ at }) => before > at && left <= at && left > 0)
    if (warning) announce(words[warning.word])
    before = left
    if (left > 0) return
    clearInterval(timer)
    onEnd()
  }
  const timer = setInterval(tick, 1000)
}

const warnings = [
  { at: 60, word: 'oneMinuteLeft' },
  { at: 300, word: 'fiveMinutesLeft' },
] as const

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Timers of a page in the background are slow; the age of an event that happens now is not. */
const momentMs = (): number => new Event('tick').timeStamp
