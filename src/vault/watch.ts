import type { Keyring } from './keyring.ts'

/** So long a node may seal under a generation that is not current any more, and not know a new key. */
export const noticedWithinMs = 2_000

/** Looks now and then whether keys were rotated. What is wrong is told once, not each time. */
export function watchKeys(
  keyring: Pick<Keyring, 'refresh'>,
  { everyMs = noticedWithinMs, warn }: WatchSettings,
) {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let told: readonly string[] = []

  async function look(): Promise<void> {
    const heard = await keyring.refresh()
    for (const news of heard) if (!told.includes(news)) warn(news)
    told = heard
  }

  const timer = setInterval(() => {
    // A database that does not answer is asked once, and told of by those who need it.
    if (isRunning) return
    isRunning = true
    running = look()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false
      })
  }, everyMs).unref()
  return async (): Promise<void> => {
    clearInterval(timer)
    await running
  }
}

export type WatchSettings = { readonly everyMs?: number; readonly warn: (news: string) => void }
