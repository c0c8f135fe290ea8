import type { SignInPlace } from '../users/port.ts'

/** Where a browser calls from, as its user may see it later. */
export const placeOf = (http: CallingBrowser): SignInPlace => ({
  address: http.source,
  agent: printable(http.userAgent ?? ''),
})

type CallingBrowser = { readonly source: string; readonly userAgent?: string | undefined }

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300)
