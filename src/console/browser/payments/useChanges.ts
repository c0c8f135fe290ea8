// Hearing of what happens: a call that waits on the server until something did, again and again.

import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '../callAnswer.ts'
import { callServer } from '../callServer.ts'

/** Calls `onChange` whenever orders of the merchant changed after `position`. Whether the line is open. */
export function useChanges(merchantId: string, position: string | undefined, onChange: () => void): boolean {
  const [isLive, setIsLive] = useState(true)
  const latest = useRef({ position, onChange })
  useEffect(() => {
    latest.current = { position, onChange }
  })
  const isKnown = position !== undefined
  useEffect(() => {
    if (!isKnown) return undefined
    const ending = new AbortController()
    const hear = () => latest.current.onChange()
    void listen({ merchantId, position: latest.current.position ?? '0' }, { hear, setIsLive }, ending.signal)
    return () => ending.abort()
  }, [merchantId, isKnown])
  return isLive
}

type Listener = { readonly hear: () => void; readonly setIsLive: (isLive: boolean) => void }

async function listen(
  from: { readonly merchantId: string; readonly position: string },
  { hear, setIsLive }: Listener,
  signal: AbortSignal,
): Promise<void> {
  let { position } = from
  while (!signal.aborted) {
    try {
      const answer = await callServer('changes', { merchantId: from.merchantId, position }, signal)
      setIsLive(true)
      position = answer.position
      if (answer.isChanged && !signal.aborted) hear()
      if (answer.pauseMs !== undefined) await pause(answer.pauseMs, signal)
    } catch (error) {
      if (signal.aborted) return
      setIsLive(false)
      // What the server refuses, it refuses again; unless it has too much to do.
      if (error instanceof CallRefused && error.status < 429) return
      await pause(retryMs, signal)
    }
  }
}

const retryMs = 3_000

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
