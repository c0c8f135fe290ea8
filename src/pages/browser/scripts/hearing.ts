import { type FieldEvent, parseEvent } from '../fields/protocol.ts'
import type { HostedField } from './hostedField.ts'

export type FieldListener = {
  readonly origin: string
  readonly form: string
  readonly fields: readonly HostedField[]
  readonly onEvent: (field: HostedField, news: FieldEvent) => void
}

/** Only the gateway's own frames of this form are heard. Answers how to stop. */
export function listenToFields({ origin, form, fields, onEvent: hear }: FieldListener): () => void {
  const listener = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin) return
    const field = fields.find(each => each.isFrom(event.source))
    const news = field && parseEvent(form, event.data)
    if (!news) return
    field.handle(news)
    hear(field, news)
  }
  window.addEventListener('message', listener)
  return () => window.removeEventListener('message', listener)
}

/** A merchant's script may restyle its inputs whenever it likes; the fields follow. Answers how to stop. */
export function followInputStyles(fields: readonly HostedField[]): () => void {
  let isDue = false
  function repaintSoon(): void {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      for (const field of fields) field.restyle()
    }, 50)
  }
  const observer = new MutationObserver(repaintSoon)
  observer.observe(document.documentElement, { subtree: true, attributeFilter: ['class', 'style', 'dir'] })
  window.addEventListener('resize', repaintSoon)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', repaintSoon)
  }
}
