import type { AcquirerAsk } from './port.ts'

/** How the payer reached the merchant. Where a request does not say so, and brings no reading, by the web. */
export const channelOf = (ask: AcquirerAsk): string | undefined =>
  ('channel' in ask ? ask.channel : undefined) ??
  ('presented' in ask && ask.presented !== undefined ? undefined : 'INTERNET')
