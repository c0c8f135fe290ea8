import { data } from './data.ts'
import type { Ending } from './protocol.ts'

/** What an embedded page tells the page around it. */
export type Message =
  | ({ readonly tollgate: 'complete' | 'cancel' | 'timeout' } & Ending)
  | { readonly tollgate: 'error'; readonly cause: string }
  | { readonly tollgate: 'resize'; readonly height: number }

/** Told to one origin only: the one that the gateway checked. */
export function tellEmbedder(message: Message): void {
  if (data.isEmbedded && data.embedder && window.parent !== window)
    window.parent.postMessage(message, data.embedder)
}

/** The frame grows and shrinks with what is in it. */
export function watchSize(onSize: (height: number) => void): void {
  let last = 0
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height !== last) onSize(height)
    last = height
  })
  observer.observe(document.body)
}
