import { errorMessage } from '../platform/errors.ts'

/** A value that is read from a source, such as a file, and read again while it is in use. */
export type Reloadable<Value> = {
  readonly current: () => Value
  readonly onChange: (act: () => void) => void
  /** Reads now, without waiting for the interval. */
  readonly reload: () => Promise<void>
  readonly stop: () => void
}

type ReloadableOptions<Value> = {
  /** Rejects when there is no usable value. */
  readonly read: () => Promise<Value>
  readonly isSame: (one: Value, other: Value) => boolean
  readonly everyMs: number
  /** Called once for each reason why a new value was not accepted. */
  readonly warn: (reason: string) => void
}

/**
 * The value at the start must be valid; later values are accepted when they are, and until then the last
 * valid one stays in use: a half-copied file does no harm.
 */
export async function openReloadable<Value>(options: ReloadableOptions<Value>): Promise<Reloadable<Value>> {
  const { read, isSame, everyMs, warn } = options
  const listeners: (() => void)[] = []
  let value: Value = await read()
  let lastReason = ''
  const take = (next: Value) => {
    lastReason = ''
    if (isSame(next, value)) return
    value = next
    for (const notify of listeners) notify()
  }
  const complain = (error: unknown) => {
    const reason = errorMessage(error)
    if (reason !== lastReason) warn(reason)
    lastReason = reason
  }
  // One read at a time: two could finish in another order.
  let last: Promise<void> = Promise.resolve()
  const look = () => {
    last = last.then(read).then(take).catch(complain)
    return last
  }
  const timer = setInterval(look, everyMs).unref()
  return {
    current: () => value,
    onChange: act => void listeners.push(act),
    reload: look,
    stop: () => clearInterval(timer),
  }
}
