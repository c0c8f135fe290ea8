import { errorMessage } from '../platform/errors.ts'

/** A value that is read from somewhere, and read again while it is used. */
export type Reloadable<Value> = {
  readonly current: () => Value
  readonly onChange: (act: () => void) => void
  /** Looks now, and not only when it is time to. */
  readonly reload: () => Promise<void>
  readonly stop: () => void
}

type ReloadableOptions<Value> = {
  /** Rejects when there is nothing that could be used. */
  readonly read: () => Promise<Value>
  readonly isSame: (one: Value, other: Value) => boolean
  readonly everyMs: number
  /** Told once of each reason why the one in use stays in use. */
  readonly warn: (reason: string) => void
}

/**
 * What is there at the start must be good; what comes later is taken when it is, and until then the last good
 * one stays: half-copied files stop nobody.
 */
export async function openReloadable<Value>(looking: ReloadableOptions<Value>): Promise<Reloadable<Value>> {
  const { read, isSame, everyMs, warn } = looking
  const hearers: (() => void)[] = []
  let value: Value = await read()
  let told = ''
  const take = (next: Value) => {
    told = ''
    if (isSame(next, value)) return
    value = next
    for (const hear of hearers) hear()
  }
  const complain = (error: unknown) => {
    const reason = errorMessage(error)
    if (reason !== told) warn(reason)
    told = reason
  }
  // One look at a time: two might come back in another order.
  let last: Promise<void> = Promise.resolve()
  const look = () => {
    last = last.then(read).then(take).catch(complain)
    return last
  }
  const timer = setInterval(look, everyMs).unref()
  return {
    current: () => value,
    onChange: act => void hearers.push(act),
    reload: look,
    stop: () => clearInterval(timer),
  }
}
