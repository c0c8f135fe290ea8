import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  type DirectoryServerOptions,
  type OpenDirectoryServer,
  openDirectoryServer,
} from '../../../src/directoryServer/openDirectoryServer.ts'
import { readUpTo } from '../../../src/platform/files.ts'
import { authenticationRequest, type SentMessage } from './requests.ts'

export type GotAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly json: Record<string, unknown>
}

type ResultsAnswer = (result: Record<string, unknown>) => SentMessage | undefined

/** A gateway by hand: it asks a directory server, and listens for results of one scheme. */
export type TestGateway = {
  readonly server: OpenDirectoryServer
  readonly resultsUrl: string
  /** What was received on the listener for results. */
  readonly results: Record<string, unknown>[]
  ask(message: SentMessage | string, more?: AskOptions): Promise<GotAnswer>
  /** Asks for an authentication whose result comes here. */
  authenticate(cardNumber: string, others?: SentMessage): Promise<GotAnswer>
  /** Posts a form as a browser does. */
  browse(url: string, form: Readonly<Record<string, string>>): Promise<BrowsedPage>
  answerResults(answer: ResultsAnswer): void
  close(): Promise<void>
}

type AskOptions = {
  readonly scheme?: number
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly certificate?: 'none' | number
  readonly signal?: AbortSignal
}

export type BrowsedPage = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly markup: string
  /** The form on the page. */
  readonly action: string
  readonly fields: Record<string, string>
}

/** Certificates are made once for all tests of a file. */
const folder = mkdtempSync(join(tmpdir(), 'tollgate-test-schemes-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

export async function openTestGateway(
  options: DirectoryServerOptions = {},
  { scheme = 0, names = 'results' }: { readonly scheme?: number; readonly names?: string } = {},
): Promise<TestGateway> {
  const server = await openDirectoryServer({ folder, ...options })
  const own = server.settings.directoryServers[scheme]!
  const results: Record<string, unknown>[] = []
  let answer: ResultsAnswer = received
  const listener = createServer(
    {
      ...{ cert: readFileSync(own.results.certificate), key: readFileSync(own.results.key) },
      ...{ ca: readFileSync(own.tls.authorities), requestCert: true, rejectUnauthorized: true },
    },
    async (incoming, response) => {
      const result = JSON.parse(String(await readUpTo(incoming, 100_000)))
      results.push(result)
      const told = answer(result)
      if (told) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
    },
  )
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const resultsUrl = `https://127.0.0.1:${port}/${names}`
  const ask = (message: SentMessage | string, more: AskOptions = {}) =>
    asked(server, message, { scheme, ...more })
  return {
    ...{ server, results, resultsUrl, ask },
    authenticate: (cardNumber, others = {}) =>
      ask(authenticationRequest(cardNumber, { threeDSServerURL: resultsUrl, ...others })),
    browse: (url, form) => browsed(url, form),
    answerResults(next) {
      answer = next
    },
    async close() {
      listener.closeAllConnections()
      await new Promise(resolve => listener.close(resolve))
      await server.close()
    },
  }
}

export const received: ResultsAnswer = result => ({
  messageType: 'RRes',
  messageVersion: result.messageVersion,
  threeDSServerTransID: result.threeDSServerTransID,
  acsTransID: result.acsTransID,
  dsTransID: result.dsTransID,
  resultsStatus: '01',
})

async function asked(
  server: OpenDirectoryServer,
  message: SentMessage | string,
  {
    scheme = 0,
    method = 'POST',
    path = '',
    headers = {},
    certificate = scheme,
    signal = AbortSignal.timeout(10_000),
  }: AskOptions,
): Promise<GotAnswer> {
  const { addresses, tls } = server.settings.directoryServers[scheme]!
  const own = certificate === 'none' ? undefined : server.settings.directoryServers[certificate]!.tls
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  const given = {
    ...{
      method,
      agent: false as const,
      ca: readFileSync(tls.authorities),
      signal,
    },
    ...(own && { cert: readFileSync(own.certificate), key: readFileSync(own.key) }),
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  }
  return new Promise((resolve, reject) => {
    const post = request(new URL(path, addresses[0]), given, response => {
      readUpTo(response, 300_000_000).then(bytes => {
        const plain = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
        const text = String(plain)
        // A part of a file is no JSON.
        const json = text.startsWith('{') && response.statusCode !== 206 ? JSON.parse(text) : {}
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
      }, reject)
    })
    post.on('error', reject)
    post.end(method === 'GET' ? undefined : body)
  })
}

function browsed(url: string, form: Readonly<Record<string, string>>): Promise<BrowsedPage> {
  const body = new URLSearchParams(form).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' }
  return new Promise((resolve, reject) => {
    const given = { method: 'POST', headers, rejectUnauthorized: false, agent: false as const }
    const post = request(url, given, response => {
      readUpTo(response, 1_000_000).then(bytes => {
        const markup = String(bytes)
        const [, action = ''] = /<form [^>]*action="([^"]*)"/.exec(markup) ?? []
        const inputs = [...markup.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
        const fields = Object.fromEntries(inputs.map(([, name, value]) => [name, value]))
        const { headers, statusCode: status = 0 } = response
        resolve({ status, headers, markup, action: new URL(action, url).href, fields })
      }, reject)
    })
    post.on('error', reject)
    post.end(body)
  })
}

export const encodedMessage = (message: SentMessage): string =>
  Buffer.from(JSON.stringify(message)).toString('base64url')

export const decodedMessage = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(text ?? '', 'base64url').toString())

/** What a browser posts to the issuer's page for this answer. */
export const challengeRequest = (answer: Record<string, unknown>): string =>
  encodedMessage({
    messageType: 'CReq',
    messageVersion: answer.messageVersion,
    threeDSServerTransID: answer.threeDSServerTransID,
    acsTransID: answer.acsTransID,
    challengeWindowSize: '05',
  })
