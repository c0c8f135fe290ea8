import { pageData } from './data.ts'
import type { CheckoutEnding } from './protocol.ts'

/** What an embedded page tells the page around it. */
export type EmbedderMessage =
  | ({ readonly tollgate: 'complete' | 'cancel' | 'timeout' } & CheckoutEnding)
  | { readonly tollgate: 'error'; readonly cause: string }
  | { readonly tollgate: 'resize'; readonly height: number }

/** Told to one origin only: the one that the gateway checked. */
export function notifyEmbedder(message: EmbedderMessage): void {
  if (pageData.isEmbedded && pageData.embedder && window.parent !== window)
    window.parent.postMessage(message, pageData.embedder)
}

/** The frame grows and shrinks with what is in it. */
export function observeHeight(onSize: (height: number) => void): void {
  let last = 0
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height !== last) onSize(height)
    last = height
  })
  observer.observe(document.body)
}
