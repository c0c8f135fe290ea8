import { busy } from '../orders/rejection.ts'
import type { Handler } from './handler.ts'
import type { Route } from './routes.ts'

/** Why the gateway cannot work just now; undefined when it can. */
export type Readiness = () => Promise<string | undefined>

/** What load balancers and merchants ask before they ask for anything else. */
export function healthRoutes(ready: Readiness, gatewayVersion: string): readonly Route[] {
  return [
    { ...open, path: '/live', under: 'root', handler: live },
    { ...open, path: '/ready', under: 'root', handler: readiness(ready) },
    { ...open, path: '/information', handler: information(gatewayVersion) },
  ]
}

const open = { method: 'GET', access: 'public', isAlways: true } as const

const live: Handler = async () => ({ status: 200, body: '{"status":"LIVE"}' })

function readiness(ready: Readiness): Handler {
  return async () => {
    const reason = await ready()
    return reason === undefined ? { status: 200, body: '{"status":"READY"}' } : busy(reason, 1)
  }
}

function information(gatewayVersion: string): Handler {
  const body = JSON.stringify({ gatewayVersion, status: 'OPERATING' })
  return async () => ({ status: 200, body })
}
