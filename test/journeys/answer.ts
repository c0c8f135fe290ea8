import type { IncomingHttpHeaders } from 'node:http'

export type Body = Readonly<Record<string, unknown>>

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Body
}
