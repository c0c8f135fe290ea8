// A simulation of what takes time: events in the order of their moments, and whatever they wait for.

/** Simulated time, in microseconds. */
export class Timeline {
  now = 0
  readonly #heap: TimedEvent[] = []
  #count = 0

  after(us: number, act: () => void): void {
    this.#count += 1
    const heap = this.#heap
    const event = { at: this.now + us, turn: this.#count, act }
    let place = heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      const other = heap[parent]
      if (other === undefined || isBefore(other, event)) break
      heap[place] = other
      place = parent
    }
    heap[place] = event
  }

  /** Until there is nothing left, or the moment is reached. */
  run(untilUs: number): void {
    while ((this.#heap[0]?.at ?? Number.POSITIVE_INFINITY) <= untilUs) {
      const next = this.#take()
      this.now = next?.at ?? untilUs
      next?.act()
    }
    this.now = untilUs
  }

  #take(): TimedEvent | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let place = 0
    for (;;) {
      const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (child === undefined || isBefore(last, child)) break
      heap[place] = child
      place = 2 * place + (isRight ? 2 : 1)
    }
    heap[place] = last
    return first
  }
}

type TimedEvent = { readonly at: number; readonly turn: number; readonly act: () => void }

const isBefore = (one: TimedEvent, other: TimedEvent): boolean =>
  one.at < other.at || (one.at === other.at && one.turn < other.turn)

/** Cores that take up work in the order in which it comes. */
export class Cores {
  readonly #timeline: Timeline
  #queue: Work[] = []
  #head = 0
  #free: number
  /** Microseconds of work done so far. */
  busyUs = 0

  constructor(timeline: Timeline, count: number) {
    this.#timeline = timeline
    this.#free = count
  }

  do(us: number, done: () => void): void {
    this.#queue.push({ us, done })
    this.#next()
  }

  #next(): void {
    while (this.#free > 0 && this.#head < this.#queue.length) {
      const work = this.#queue[this.#head++]
      if (work === undefined) return
      if (this.#head === forgottenFrom) {
        this.#queue = this.#queue.slice(forgottenFrom)
        this.#head = 0
      }
      this.#free -= 1
      this.busyUs += work.us
      this.#timeline.after(work.us, () => {
        this.#free += 1
        work.done()
        this.#next()
      })
    }
  }
}

/** Work that was taken up is forgotten in pieces: taking the first off a long list is slow. */
const forgottenFrom = 4_096

type Work = { readonly us: number; readonly done: () => void }

/** One thread: its work runs on the cores one after the other. */
export class Thread {
  readonly #cores: Cores
  readonly #waiting: Work[] = []
  #isRunning = false

  constructor(cores: Cores) {
    this.#cores = cores
  }

  do(us: number, done: () => void): void {
    this.#waiting.push({ us, done })
    this.#next()
  }

  #next(): void {
    const work = this.#isRunning ? undefined : this.#waiting.shift()
    if (work === undefined) return
    this.#isRunning = true
    this.#cores.do(work.us, () => {
      this.#isRunning = false
      work.done()
      this.#next()
    })
  }
}

/** A disk that is told to flush: whoever asks while it does shares the next time. */
export class Disk {
  readonly #timeline: Timeline
  readonly #flushUs: number
  #waiting: (() => void)[] = []
  #isFlushing = false

  constructor(timeline: Timeline, flushUs: number) {
    this.#timeline = timeline
    this.#flushUs = flushUs
  }

  flush(done: () => void): void {
    this.#waiting.push(done)
    this.#next()
  }

  #next(): void {
    if (this.#isFlushing || this.#waiting.length === 0) return
    const together = this.#waiting
    this.#waiting = []
    this.#isFlushing = true
    this.#timeline.after(this.#flushUs, () => {
      this.#isFlushing = false
      for (const done of together) done()
      this.#next()
    })
  }
}

/**
 * Items that are written together: those that one turn of the thread adds, and those that are added while
 * groups before are being written.
 */
export class Groups {
  readonly #thread: Thread
  readonly #write: (size: number, done: () => void) => void
  readonly #waiting: (() => void)[] = []
  #inFlight = 0
  #isScheduled = false
  writtenGroups = 0
  writtenItems = 0

  constructor(thread: Thread, write: (size: number, done: () => void) => void) {
    this.#thread = thread
    this.#write = write
  }

  add(done: () => void): void {
    this.#waiting.push(done)
    this.#schedule()
  }

  /** Behind all that the thread has to do already. */
  #schedule(): void {
    if (this.#isScheduled || this.#inFlight >= groupsInFlightMax || this.#waiting.length === 0) return
    this.#isScheduled = true
    this.#thread.do(0, () => {
      this.#isScheduled = false
      this.#dispatch()
    })
  }

  #dispatch(): void {
    while (this.#inFlight < groupsInFlightMax && this.#waiting.length > 0) {
      const items = this.#waiting.splice(0, groupSizeMax)
      this.#inFlight += 1
      this.writtenGroups += 1
      this.writtenItems += items.length
      this.#write(items.length, () => {
        this.#inFlight -= 1
        for (const done of items) done()
        this.#schedule()
      })
    }
  }
}

/** As in src/store/journal/groupCommit.ts. */
const groupsInFlightMax = 2
const groupSizeMax = 32
