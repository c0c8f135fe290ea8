import type { Socket } from 'node:net'

/**
 * Counts what a receiver sends as it comes off the wire. Limits on headers and bodies do not see everything:
 * empty lines before an answer and remarks inside a body belong to neither.
 */
export interface Gauge {
  /** From the moment its reader listens: ours must not be the listener that takes the first bytes. */
  watch(socket: Socket): void
  /** Calls once more than so many bytes came from now on, until the next beginning. */
  begin(bytesMax: number, tooMuch: () => void): void
}

export function createGauge(): Gauge {
  let watched: Socket | undefined
  let request: { readonly upTo: number; readonly tooMuch: () => void } | undefined
  const look = () => {
    if (watched && request && watched.bytesRead > request.upTo) request.tooMuch()
  }
  return {
    watch(socket) {
      watched?.removeListener('readable', look)
      watched = socket
      socket.on('readable', look)
    },
    begin(bytesMax, tooMuch) {
      request = { upTo: (watched?.bytesRead ?? 0) + bytesMax, tooMuch }
    },
  }
}
