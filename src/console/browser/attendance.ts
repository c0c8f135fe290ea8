// Whether somebody is there: calls that a page makes by itself must not keep a session from ending.

import { nowMs } from './clock.ts'

const unattendedAfterMs = 60_000
let touchedMs = nowMs()

for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'])
  addEventListener(
    event,
    () => {
      touchedMs = nowMs()
    },
    { passive: true, capture: true },
  )

export const isUnattended = (): boolean => nowMs() - touchedMs > unattendedAfterMs
