// One connection: a socket with whole messages in and out, times within which things must happen, and an end
// that always comes. It knows nothing of what messages say.

import type { Socket } from 'node:net'
import { errorMessage } from '../../../platform/errors.ts'
import type { HostAddress, LinkTls } from '../../routing/settings.ts'
import type { Frame, FrameReader, Framing } from '../codec/frames.ts'
import { type OpeningSocket, openSocket, readTlsMaterial } from './hostSocket.ts'
import type { LinkLimits } from './linkLimits.ts'

export type ConnectionOptions = {
  readonly address: HostAddress
  readonly tls: LinkTls | undefined
  readonly framing: Framing
  readonly limits: LinkLimits
  readonly monotonicMs: () => number
  readonly onOpen: () => void
  readonly onFrame: (frame: Frame) => void
  /** What came is no frame; the connection ends. */
  readonly onUnreadable: (reason: string) => void
  /** Whether all questions that were written are known to have arrived. */
  readonly isAllDelivered: () => boolean
  /** The host takes bytes again. */
  readonly onDrain: () => void
  /** Once, after everything else; the reason is for people and holds nothing that was sent. */
  readonly onClosed: (reason: string) => void
}

export class Connection {
  readonly #options: ConnectionOptions
  readonly #reader: FrameReader
  #opening: OpeningSocket | undefined
  #isOpen = false
  #isClosed = false
  #reason: string | undefined
  readonly #openedAtMs: number
  #endAtMs = Number.POSITIVE_INFINITY
  #partialSinceMs: number | undefined
  #stalledSinceMs: number | undefined
  receivedAtMs: number | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#reader = options.framing.reader()
    this.#openedAtMs = options.monotonicMs()
    void this.#open()
  }

  async #open(): Promise<void> {
    try {
      const { address, tls } = this.#options
      const opening = openSocket(address, tls && (await readTlsMaterial(tls)))
      const { socket, openEvent, reset } = opening
      this.#opening = opening
      socket.on('error', error => {
        this.#reason ??= errorMessage(error)
      })
      socket.on('close', () => this.#close())
      socket.on('end', () => {
        this.#reason ??= 'the host closed the connection'
        this.end()
      })
      socket.on('drain', () => this.#drained())
      socket.on('data', chunk => this.#received(chunk))
      socket.once(openEvent, () => this.#opened())
      if (this.#reason !== undefined) reset()
    } catch (error) {
      this.#reason ??= errorMessage(error)
      this.#close()
    }
  }

  get #socket(): Socket | undefined {
    return this.#opening?.socket
  }

  #opened(): void {
    if (this.#reason !== undefined) return
    this.#isOpen = true
    this.#options.onOpen()
  }

  /** Whether bytes can be written that the host will take soon. */
  get takesBytes(): boolean {
    const socket = this.#socket
    return this.#isOpen && socket?.writable === true && !socket.writableNeedDrain
  }

  /** What was given here counts as sent, whatever becomes of it. */
  write(bytes: Buffer): void {
    if (this.#socket?.write(bytes) === false) this.#stalledSinceMs ??= this.#options.monotonicMs()
  }

  #drained(): void {
    this.#stalledSinceMs = undefined
    this.#options.onDrain()
  }

  #received(chunk: Buffer): void {
    if (this.#isClosed) return
    const nowMs = this.#options.monotonicMs()
    this.receivedAtMs = nowMs
    const frames = this.#framesIn(chunk)
    if (this.#reader.pendingBytes() === 0) this.#partialSinceMs = undefined
    else if (frames.length > 0) this.#partialSinceMs = nowMs
    else this.#partialSinceMs ??= nowMs
    this.#deliver(frames, 0)
  }

  /** So many in a turn of the loop: a host that floods this connection must not keep others from theirs. */
  #deliver(frames: readonly Frame[], from: number): void {
    const to = Math.min(frames.length, from + this.#options.limits.framesAtOnce)
    for (let index = from; index < to; index++) {
      const frame = frames[index]
      if (frame && !this.#isClosed) this.#options.onFrame(frame)
    }
    if (this.#isClosed) return
    if (to < frames.length) {
      this.#socket?.pause()
      setImmediate(() => this.#deliver(frames, to))
      return
    }
    if (from > 0) this.#socket?.resume()
    const trouble = this.#reader.trouble()
    if (trouble !== undefined) this.#unreadable(trouble)
  }

  #framesIn(chunk: Buffer): readonly Frame[] {
    try {
      return this.#reader.push(chunk)
    } catch {
      // It is told below: the reader says the same again.
      return []
    }
  }

  /** The boundaries of messages are lost: nothing that follows can be read. */
  #unreadable(trouble: Error): void {
    if (this.#isClosed) return
    this.#options.onUnreadable(trouble.message)
    this.destroy(`unreadable frame: ${trouble.message}`)
  }

  /**
   * Ends it politely, and after half a second it is over in any case; but not where a question may still be
   * under way: on a connection that is ended nobody hears the answer.
   */
  end(reason?: string): void {
    this.#reason ??= reason ?? 'ended'
    if (!this.#options.isAllDelivered()) {
      this.destroy(this.#reason)
      return
    }
    if (this.#endAtMs === Number.POSITIVE_INFINITY)
      this.#endAtMs = this.#options.monotonicMs() + this.#options.limits.closeMs
    this.#socket?.end()
  }

  destroy(reason: string): void {
    this.#reason ??= reason
    this.#opening?.reset()
    this.#close()
  }

  /** Called now and then: what takes too long is ended. */
  tick(nowMs: number): void {
    const { connectMs, partialFrameMs, stalledMs } = this.#options.limits
    if (nowMs >= this.#endAtMs) this.destroy('ended')
    else if (!this.#isOpen && nowMs - this.#openedAtMs >= connectMs)
      this.destroy(`no connection within ${connectMs / 1_000} s`)
    else if (this.#partialSinceMs !== undefined && nowMs - this.#partialSinceMs >= partialFrameMs)
      this.destroy(`the rest of a message did not come within ${partialFrameMs / 1_000} s`)
    else if (this.#stalledSinceMs !== undefined && nowMs - this.#stalledSinceMs >= stalledMs)
      this.destroy(`the host took no bytes for ${stalledMs / 1_000} s`)
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#isOpen = false
    this.#options.onClosed(this.#reason ?? 'closed')
  }
}
