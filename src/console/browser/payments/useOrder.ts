// One order and its timeline, read again when something happens.

import { useCallback, useEffect, useRef, useState } from 'react'
import { nowMs } from '../clock.ts'
import { useConsoleQuery } from '../queries.ts'
import { isAttemptDue } from './notificationEvents.ts'
import { useChanges } from './useChanges.ts'

export function useOrder(merchantId: string, orderId: string) {
  const shown = useConsoleQuery('orderShown', { merchantId, orderId })
  const [isSending, setIsSending] = useState(false)
  const input = { merchantId, orderId }
  const explained = useConsoleQuery('explainOrder', input, isSending ? { everyMs: sendingMs } : {})
  // Attempts to tell the merchant change nothing of the order: nobody says that they happen.
  const isDue = isAttemptDue(explained.data?.notifications ?? [], nowMs())
  if (isDue !== isSending) setIsSending(isDue)
  const reread = useAtMostEvery(rereadMs, () => {
    void shown.refetch()
    void explained.refetch()
  })
  useChanges(merchantId, shown.data && fromTheBeginning, reread)
  return { shown, explained }
}

/** Where the server is by now, it says in its first answer. */
const fromTheBeginning = '0'
/** Merchants have many orders: most of what happens is not about this one. */
const rereadMs = 1_500
const sendingMs = 3_000

/** Calls at once, and then once for all calls within the time. */
function useAtMostEvery(ms: number, act: () => void): () => void {
  const latest = useRef(act)
  const waiting = useRef<{ timer?: ReturnType<typeof setTimeout>; isAgain: boolean }>({ isAgain: false })
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => clearTimeout(waiting.current.timer), [])
  return useCallback(() => {
    const state = waiting.current
    const run = () => {
      latest.current()
      state.isAgain = false
      state.timer = setTimeout(() => {
        delete state.timer
        if (state.isAgain) run()
      }, ms)
    }
    if (state.timer === undefined) run()
    else state.isAgain = true
  }, [ms])
}
