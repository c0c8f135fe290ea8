import { type Html, html } from '../platform/html.ts'

/** How a page of a few words says to its payer that no money moves. */
export const testBadge = (isTest: boolean): Html | false =>
  isTest && html`<span class="badge">Test mode</span>`

/** How a reply is made, whatever it says. */
export type NoticeOptions = { readonly acceptsGzip: boolean; readonly isTest: boolean }
