// One connection to the acquirer host: frames in, answers out, in batches of what came together.

import type { Socket } from 'node:net'
import type { Frame, FrameReader } from '../acquirers/iso8583/codec/frames.ts'
import { IsoFormatError } from '../acquirers/iso8583/dialects/message.ts'
import type { AnswerLine } from './answerDelivery.ts'
import type { HostCounters } from './hostRecord.ts'

export type ConnectionWork = {
  readonly counters: HostCounters
  /** Handles one frame; what it sends goes out after all frames of the same chunk. */
  take(connection: HostConnection, frame: Frame): void
  /** Everything that was booked is with the operating system after this. */
  settle(): void
  readonly nowMs: () => number
}

/** So much may wait to be written before no more is read. */
const waitingBytesMax = 4 << 20

export class HostConnection implements AnswerLine {
  isSignedOn = false
  /** In the clock's milliseconds. */
  lastEchoMs: number | undefined
  /** Since when a frame is incomplete, in the clock's milliseconds. */
  partialSinceMs: number | undefined
  #isDeaf = false
  #isHandling = false
  #isTrickling = false
  #waiting: Buffer[] = []
  #held: Buffer[] = []
  readonly #socket: Socket
  readonly #reader: FrameReader
  readonly #work: ConnectionWork

  constructor(socket: Socket, reader: FrameReader, work: ConnectionWork) {
    this.#socket = socket
    this.#reader = reader
    this.#work = work
    socket.setNoDelay(true)
    socket.on('data', chunk => this.#receive(chunk))
    socket.on('drain', () => socket.resume())
    socket.on('error', () => undefined)
    // A connection that is deaf does not notice the other end's farewell either.
    socket.on('end', () => {
      if (!this.#isDeaf) socket.end()
    })
  }

  /** From now on nothing is answered, and nothing is closed. */
  deafen(): void {
    this.#isDeaf = true
    this.#waiting = []
    this.partialSinceMs = undefined
  }

  end(): void {
    this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  send(bytes: Buffer): void {
    if (this.#isDeaf) return
    if (this.#held.length > 0) this.#waiting.push(...this.#held.splice(0))
    this.#waiting.push(bytes)
    if (this.#isHandling) return
    this.#work.settle()
    this.#flush()
  }

  hold(bytes: Buffer, ms: number): void {
    this.#held.push(bytes)
    setTimeout(() => {
      if (this.#held.includes(bytes)) this.send(Buffer.alloc(0))
    }, ms).unref()
  }

  trickle(bytes: Buffer): void {
    if (this.#isTrickling) {
      this.#waiting.push(bytes)
      return
    }
    this.#flush()
    // Nothing else may get between its bytes: other answers wait until the last one.
    this.#isTrickling = true
    const next = (at: number) => {
      if (at < bytes.length && !this.#socket.destroyed) {
        this.#write(bytes.subarray(at, at + 1))
        setImmediate(next, at + 1)
        return
      }
      this.#isTrickling = false
      this.#flush()
    }
    setImmediate(next, 0)
  }

  sendAndCut(bytes: Buffer): void {
    this.#flush()
    this.#write(bytes)
    this.#socket.destroySoon()
  }

  #receive(chunk: Buffer): void {
    this.#work.counters.bytesReceived += chunk.length
    if (this.#isDeaf) return
    const frames = this.#framesOf(chunk)
    this.#isHandling = true
    for (const frame of frames) {
      if (this.#isDeaf || this.#socket.destroyed) break
      this.#work.take(this, frame)
    }
    this.#isHandling = false
    this.#work.settle()
    this.#flush()
    if (this.#reader.trouble() !== undefined) this.#closeUnreadable()
    if (frames.length > 0 || this.#reader.pendingBytes() === 0) this.partialSinceMs = undefined
    if (this.#reader.pendingBytes() > 0) this.partialSinceMs ??= this.#work.nowMs()
  }

  #framesOf(chunk: Buffer): readonly Frame[] {
    try {
      return this.#reader.push(chunk)
    } catch (error) {
      if (error instanceof IsoFormatError) return []
      throw error
    }
  }

  /** Where a frame cannot be read, nobody knows where the next one begins. */
  #closeUnreadable(): void {
    this.#work.counters.unreadable += 1
    this.#socket.destroySoon()
  }

  #flush(): void {
    if (this.#waiting.length === 0 || this.#isTrickling) return
    const waiting = this.#waiting.splice(0)
    this.#write(waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting))
  }

  #write(bytes: Buffer): void {
    if (bytes.length === 0 || this.#isDeaf || !this.#socket.writable) return
    this.#work.counters.bytesSent += bytes.length
    this.#socket.write(bytes)
    if (this.#socket.writableLength > waitingBytesMax) this.#socket.pause()
  }
}
