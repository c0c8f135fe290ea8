// The control of a running acquirer host over HTTP, for another process on the same machine: what it booked
// and received, faults, scripts, cut-over. It speaks JSON; amounts are text, in minor units.

import {
  ControlFile,
  type ControlRequest,
  type ControlRoutes,
  type ControlServer,
  openControlServer,
} from '../platform/controlServer.ts'
import { noOtherMembers, readFaults } from '../platform/faultSettings.ts'
import { clearingLayout } from './clearingFile.ts'
import { faultScopes, messageFaults, standingFaults } from './faults.ts'
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

function setFaults(control: AcquirerHostControl, body: ControlRequest['body']): unknown {
  const names = { ...messageFaults, ...standingFaults }
  const wanted = readFaults(body, { names, scopes: faultScopes, msMax: 600_000, ...noOtherMembers })
  for (const [name, setting] of wanted) control.fault(name, setting)
  return control.faults()
}

function addScript(control: AcquirerHostControl, body: unknown): unknown {
  const script = readHostScript(body)
  if (script === undefined)
    throw new RangeError(
      'It must have answers (gatewayCode, responseCode, amount, fault, ms), and may match.',
    )
  return control.script(script)
}
