// Time, by what every runtime has: the client library is used outside of this project, without its platform.

/** Milliseconds since some moment; never goes back. */
export const elapsedMs = (): number => performance.now()

/** Seconds since 1970, as signatures have them. */
export const unixSeconds = (): number => Math.floor(Date.now() / 1_000)

/** Ends early where the signal says so. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}
