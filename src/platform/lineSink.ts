// Where the lines of a log go: a descriptor that may be slow, full or gone. Lines are written in blocks and
// nobody waits for them; at the end of the process what is left is written at once, but not at any price.

import { write, writeSync } from 'node:fs'
import { systemClock } from './clock.ts'
import { errorCode } from './errors.ts'

export type LineSink = {
  readonly write: (line: string) => void
  /** Writes at once what waits, or drops it. */
  readonly flush: () => void
  /** How many lines were dropped because the destination did not take them. */
  readonly dropped: () => number
}

type LineSinkOptions = {
  /** Whether other processes write to the same place: then no line may be torn apart. */
  readonly isShared: boolean
}

const waitingBytesMax = 4 * 1_024 * 1_024
const waitMs = 200
const busyPauseMs = 100
/** How long the end of a process waits for a destination that is busy. */
const flushPatienceMs = 1_000

/** A pipe takes 4,096 bytes in one piece, however many write to it. */
const blocks = {
  own: { bytesFrom: 8_192, bytesMax: 262_144 },
  shared: { bytesFrom: 2_048, bytesMax: 4_096 },
}

export function createLineSink(descriptor: number, { isShared }: LineSinkOptions): LineSink {
  const writer = new BlockWriter(descriptor, isShared ? blocks.shared : blocks.own)
  return {
    write: line => writer.add(line),
    flush: () => writer.flush(),
    dropped: () => writer.droppedCount,
  }
}

type Line = { readonly text: string; readonly bytes: number }
/** Lines on their way, and what the destination has not taken of them yet. */
type Block = { readonly lineCount: number; rest: Buffer }

class BlockWriter {
  droppedCount = 0
  readonly #descriptor: number
  readonly #sizes: (typeof blocks)['own']
  readonly #lines: Line[] = []
  #waitingBytes = 0
  #block: Block | undefined
  #isUnderWay = false
  #timer: NodeJS.Timeout | undefined

  constructor(descriptor: number, sizes: (typeof blocks)['own']) {
    this.#descriptor = descriptor
    this.#sizes = sizes
  }

  add(text: string): void {
    const bytes = Buffer.byteLength(text)
    if (this.#waitingBytes + bytes > waitingBytesMax) {
      this.droppedCount += 1
      return
    }
    this.#lines.push({ text, bytes })
    this.#waitingBytes += bytes
    if (this.#isUnderWay) return
    if (this.#waitingBytes >= this.#sizes.bytesFrom) this.#writeNext()
    else this.#writeIn(waitMs)
  }

  /** At the end of a process, when nothing else would write any more. */
  flush(): void {
    const giveUpAt = systemClock.monotonicMs() + flushPatienceMs
    // A block that is under way is written by another thread: twice in the log would be worse than late.
    if (this.#isUnderWay) this.#block = undefined
    for (let block = this.#nextBlock(); block !== undefined; block = this.#nextBlock()) {
      try {
        this.#taken(block, writeSync(this.#descriptor, block.rest))
      } catch (error) {
        if (isBusy(error) && systemClock.monotonicMs() < giveUpAt) pauseThread(10)
        else this.#dropAll()
      }
    }
  }

  #writeIn(ms: number): void {
    this.#timer ??= setTimeout(() => this.#writeNext(), ms).unref()
  }

  #writeNext(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const block = this.#isUnderWay ? undefined : this.#nextBlock()
    if (block === undefined) return
    this.#isUnderWay = true
    write(this.#descriptor, block.rest, (error, written) => {
      this.#isUnderWay = false
      if (isBusy(error)) return this.#writeIn(busyPauseMs)
      if (error) this.#drop(block)
      else this.#taken(block, written)
      this.#writeNext()
    })
  }

  /** The one that was begun; else as many whole lines as go into one. */
  #nextBlock(): Block | undefined {
    if (this.#block !== undefined || this.#lines.length === 0) return this.#block
    let lineCount = 0
    for (let bytes = 0; lineCount < this.#lines.length; lineCount += 1) {
      bytes += this.#lines[lineCount]?.bytes ?? 0
      if (lineCount > 0 && bytes > this.#sizes.bytesMax) break
    }
    const lines = this.#lines.splice(0, lineCount)
    const rest = Buffer.from(lines.map(({ text }) => text).join(''))
    this.#waitingBytes -= rest.length
    this.#block = { lineCount, rest }
    return this.#block
  }

  #taken(block: Block, written: number): void {
    block.rest = block.rest.subarray(written)
    if (block.rest.length === 0 && this.#block === block) this.#block = undefined
  }

  #drop(block: Block): void {
    this.droppedCount += block.lineCount
    if (this.#block === block) this.#block = undefined
  }

  #dropAll(): void {
    for (let block = this.#nextBlock(); block !== undefined; block = this.#nextBlock()) this.#drop(block)
  }
}

const isBusy = (error: unknown): boolean => ['EAGAIN', 'EBUSY'].includes(errorCode(error))

function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
