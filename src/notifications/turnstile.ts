/**
 * So many work at once, and of one name only a few; others wait in a line of their own name. Names take
 * turns: however long one line is, who stands alone in another is next. Who finds its own line full is not
 * let in.
 */
export type Turnstile = <Result>(name: string, work: () => Promise<Result>) => Promise<Result | 'full'>

export type TurnstileLimits = {
  readonly insideMax: number
  readonly insidePerName: number
  readonly queuePerName: number
}

export function createTurnstile({ insideMax, insidePerName, queuePerName }: TurnstileLimits): Turnstile {
  // Who has had no place for longest comes first.
  const lines = new Map<string, Line>()
  let inside = 0
  const isRoomFor = (line: Line) => inside < insideMax && line.inside < insidePerName
  const toTheBack = (name: string, line: Line) => {
    lines.delete(name)
    if (line.inside + line.queue.length > 0) lines.set(name, line)
  }
  const enter = (name: string, line: Line) => {
    inside += 1
    line.inside += 1
    toTheBack(name, line)
  }
  const leave = (name: string, line: Line) => {
    inside -= 1
    line.inside -= 1
    toTheBack(name, line)
    // One place became free, so one at most can be called.
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
      // Whoever calls it has let it in.
      await new Promise<void>(resolve => line.queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      leave(name, line)
    }
  }
}

type Line = { inside: number; readonly queue: (() => void)[] }
