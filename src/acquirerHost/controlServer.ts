// The control of a running acquirer host over HTTP, for another process on the same machine: what it booked
// and received, faults, scripts, cut-over. It speaks JSON; amounts are text, in minor units.

import {
  ControlFile,
  type ControlRoutes,
  type ControlServer,
  openControlServer,
} from '../platform/controlServer.ts'
import { clearingLayout } from './clearingFile.ts'
import { type FaultSetting, faultScopes, isFaultName, messageFaults, standingFaults } from './faults.ts'
import type { AcquirerHostControl } from './hostControl.ts'
import { readHostScript } from './hostScripts.ts'

/** What can be asked; the last part of a path may be a value. */
const routes: ControlRoutes<AcquirerHostControl> = {
  'GET /entries': (control, { query }) => pageOf(control.entries(), query),
  'GET /totals': (control, { query }) => control.totals(filterOf(query)),
  'GET /comparisons': control => control.comparisons(),
  'GET /counters': control => control.counters(),
  'GET /messages': (control, { query }) => pageOf(control.messages(), query),
  'GET /faults': control => control.faults(),
  'GET /business-date': control => ({ businessDate: control.businessDate() }),
  'GET /clearing': (control, { rest }) =>
    new ControlFile('text/csv', control.clearing(rest === '' ? undefined : rest)),
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

export const startControlServer = (control: AcquirerHostControl, port: number): Promise<ControlServer> =>
  openControlServer({ control, routes, port })

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
function setFaults(control: AcquirerHostControl, body: object): unknown {
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
