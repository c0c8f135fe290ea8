// How much runs at once, with a fair share for each name.

/**
 * Runs at most `insideMax` at once, and only a few of one name; others wait in a queue of their own name.
 * Names take turns: however long one queue is, a name that waits alone is next. When its own queue is full, a
 * call is refused.
 */
export function createFairConcurrencyLimit({
  insideMax,
  insidePerName,
  queuePerName,
}: FairConcurrencyLimits): FairConcurrencyLimit {
  // In order of the last turn: the name that has waited longest comes first.
  const lines = new Map<string, NameQueue>()
  let inside = 0
  const isRoomFor = (line: NameQueue) => inside < insideMax && line.inside < insidePerName
  const toTheBack = (name: string, line: NameQueue) => {
    lines.delete(name)
    if (line.inside + line.queue.length > 0) lines.set(name, line)
  }
  const enter = (name: string, line: NameQueue) => {
    inside += 1
    line.inside += 1
    toTheBack(name, line)
  }
  const leave = (name: string, line: NameQueue) => {
    inside -= 1
    line.inside -= 1
    toTheBack(name, line)
    // One slot became free, so at most one waiter is resumed.
    const next = [...lines].find(([, other]) => other.queue.length > 0 && isRoomFor(other))
    if (!next) return
    enter(...next)
    next[1].queue.shift()?.()
  }
  return async (name, work) => {
    const line = lines.get(name) ?? { inside: 0, queue: [] }
    if (isRoomFor(line)) enter(name, line)
    else {
      if (line.queue.length >= queuePerName) return 'full'
      lines.set(name, line)
      // The code that resumes a waiter has already counted it as running.
      await new Promise<void>(resolve => line.queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      leave(name, line)
    }
  }
}

type FairConcurrencyLimit = <Result>(name: string, work: () => Promise<Result>) => Promise<Result | 'full'>

export type FairConcurrencyLimits = {
  readonly insideMax: number
  readonly insidePerName: number
  readonly queuePerName: number
}

type NameQueue = { inside: number; readonly queue: (() => void)[] }
