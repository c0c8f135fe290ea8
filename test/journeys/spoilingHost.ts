import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'

export type PassedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
export type PassedAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** What a host does wrong: it changes what it was asked, or what it answers. */
export type Spoil = {
  readonly asked?: (request: PassedRequest) => PassedRequest
  readonly answered?: (answer: PassedAnswer, request: PassedRequest) => PassedAnswer
}

/** A host that passes everything on to a gateway, and does as it is told wrongly. */
export async function openSpoilingHost(port: number) {
  let spoil: Spoil = {}
  const server = createServer(async (incoming, outgoing) => {
    const bytes = await buffer(incoming)
    const { method = '', url: path = '', headers } = incoming
    // Bytes that are no UTF-8 stay as they are.
    const first = { method, path, headers, body: bytes.toString('latin1') }
    const asked = spoil.asked?.(first) ?? first
    const answer = await passedOn(port, asked)
    const { status, headers: told, text } = spoil.answered?.(answer, asked) ?? answer
    const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...others } = told
    outgoing.writeHead(status, others).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  return {
    address: `http://127.0.0.1:${own}`,
    spoil(wanted: Spoil) {
      spoil = wanted
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

const passedOn = (port: number, { method, path, headers, body }: PassedRequest) =>
  new Promise<PassedAnswer>((resolve, reject) => {
    const { 'content-length': _, 'transfer-encoding': __, ...others } = headers
    const bytes = Buffer.from(body, 'latin1')
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, method, path },
        headers: { ...others, ...(bytes.length > 0 && { 'content-length': bytes.length }) },
      },
      async response => {
        const { statusCode = 0, headers: told } = response
        resolve({ status: statusCode, headers: told, text: await text(response) })
      },
    )
    outgoing.once('error', reject)
    outgoing.end(bytes)
  })
