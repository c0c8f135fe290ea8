// The control of a running acquirer host over HTTP, for another process on the same machine: what it booked
// and received, faults, scripts, cut-over. It speaks JSON; amounts are text, in minor units.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import { errorCode, StartRefusal } from '../platform/errors.ts'
import { readUpTo } from '../platform/files.ts'
import { clearingLayout } from './clearingFile.ts'
import { type FaultSetting, faultScopes, isFaultName, messageFaults, standingFaults } from './faults.ts'
import type { AcquirerHostControl } from './hostControl.ts'
import { readHostScript } from './hostScripts.ts'

export type ControlServer = { readonly port: number; close(): Promise<void> }

type ControlReply = { readonly status: number; readonly type: string; readonly body: string }
type ControlRoute = (control: AcquirerHostControl, asked: ControlRequest) => unknown
type ControlRequest = { readonly query: URLSearchParams; readonly body: unknown; readonly rest: string }

/** What can be asked; the last part of a path may be a value. */
const routes: Readonly<Record<string, ControlRoute>> = {
  'GET /entries': (control, { query }) => pageOf(control.entries(), query),
  'GET /totals': (control, { query }) => control.totals(filterOf(query)),
  'GET /comparisons': control => control.comparisons(),
  'GET /counters': control => control.counters(),
  'GET /messages': (control, { query }) => pageOf(control.messages(), query),
  'GET /faults': control => control.faults(),
  'GET /business-date': control => ({ businessDate: control.businessDate() }),
  'GET /clearing': (control, { rest }) => ({ csv: control.clearing(rest === '' ? undefined : rest) }),
  'GET /clearing-layout': () => clearingLayout,
  'POST /faults': (control, { body }) => setFaults(control, body),
  'DELETE /faults': control => control.clearFaults(),
  'POST /scripts': (control, { body }) => addScript(control, body),
  'DELETE /scripts': control => control.clearScripts(),
  'POST /cut-over': control => ({ businessDate: control.cutOver() }),
  'POST /sign-off': control => control.signOff(),
  'POST /echo': control => control.echo(),
  'POST /key-change': control => control.keyChange(),
  'POST /drop-connections': control => control.dropConnections(),
}

export const controlPaths: readonly string[] = Object.keys(routes)

export async function startControlServer(
  control: AcquirerHostControl,
  { port, host = '127.0.0.1' }: { readonly port: number; readonly host?: string },
): Promise<ControlServer> {
  const server = createServer((request, response) => {
    void replyTo(control, request).then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    })
  })
  await listening(server, port, host)
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function listening(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', error =>
      reject(new StartRefusal(`Nothing can listen on ${host}:${port} (${errorCode(error)}).`)),
    )
    server.listen(port, host, resolve)
  })
}

const bytesMax = 1_000_000

async function replyTo(control: AcquirerHostControl, request: IncomingMessage): Promise<ControlReply> {
  // A browser says where a page came from: pages of others must not steer the host.
  if (request.headers.origin !== undefined) return refusal(403, 'It is not for pages in a browser.')
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
  const [, name = '', rest = ''] = pathname.split('/')
  const route = routes[`${request.method} /${name}`]
  if (route === undefined) return refusal(404, `There are ${controlPaths.join(', ')}.`)
  const text = (await readUpTo(request, bytesMax)).toString()
  const body = text === '' ? undefined : parsed(text)
  try {
    const result = route(control, { query, body, rest })
    if (typeof result === 'object' && result !== null && 'csv' in result)
      return { status: 200, type: 'text/csv', body: String(result.csv) }
    return { status: 200, type: 'application/json', body: `${inJson(result ?? { done: true })}\n` }
  } catch (error) {
    return refusal(400, error instanceof RangeError ? error.message : 'It cannot be done.')
  }
}

const refusal = (status: number, explanation: string): ControlReply => ({
  ...{ status, type: 'application/json', body: `${inJson({ error: { explanation } })}\n` },
})

const inJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member), 2)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `?after=` a position, `?limit=` so many. */
function pageOf<One>(
  all: readonly One[],
  query: URLSearchParams,
): { readonly of: number; readonly list: readonly One[] } {
  const after = Number(query.get('after') ?? 0)
  const limit = Number(query.get('limit') ?? 1_000)
  return { of: all.length, list: all.slice(after, after + limit) }
}

function filterOf(query: URLSearchParams): Record<string, string> {
  const names = ['businessDate', 'currency', 'acceptor', 'institution']
  return Object.fromEntries(
    names.flatMap(name => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

const faultNames = Object.keys({ ...messageFaults, ...standingFaults }).join(', ')

/** `{ "late": { "probability": 0.05, "ms": 3000 }, "twice": { "next": 2 } }` */
function setFaults(control: AcquirerHostControl, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) throw new RangeError('It must be faults by their names.')
  for (const [name, given] of Object.entries(body)) {
    if (!isFaultName(name)) throw new RangeError(`There is no such fault; there are ${faultNames}.`)
    control.fault(name, settingOf(name, given))
  }
  return control.faults()
}

function settingOf(name: string, given: unknown): FaultSetting {
  if (typeof given === 'number') return settingOf(name, { probability: given })
  if (typeof given !== 'object' || given === null) throw new RangeError(`${name} must be an object.`)
  const { probability, next, on, ms, ...others }: Record<string, unknown> = { ...given }
  const scope = faultScopes.find(one => one === on)
  const isRead =
    isNumber(probability, 1) && isNumber(next, 1e9) && isNumber(ms, 600_000) && (on === undefined || scope)
  if (!isRead || Object.keys(others).length > 0)
    throw new RangeError(
      `${name} takes probability from 0 to 1, next, on (${faultScopes.join(', ')}) and ms.`,
    )
  return {
    ...(typeof probability === 'number' && { probability }),
    ...(typeof next === 'number' && { next }),
    ...(typeof ms === 'number' && { ms }),
    ...(scope && { on: scope }),
  }
}

const isNumber = (value: unknown, max: number): boolean =>
  value === undefined || (typeof value === 'number' && value >= 0 && value <= max)

function addScript(control: AcquirerHostControl, body: unknown): unknown {
  const script = readHostScript(body)
  if (script === undefined)
    throw new RangeError(
      'It must have answers (gatewayCode, responseCode, amount, fault, ms), and may match.',
    )
  return control.script(script)
}
