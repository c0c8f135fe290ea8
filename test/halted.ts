/** Aborted when somebody interrupts the command: what it began is to be stopped and removed. */
export function haltOnSignals(): AbortSignal {
  const halt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => halt.abort())
  return halt.signal
}

/** Rejects once it is interrupted. */
export const halted = (halt: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(new Error('Interrupted'))
    if (halt?.aborted) stop()
    halt?.addEventListener('abort', stop)
  })
