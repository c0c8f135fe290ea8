// The balancer of deploy/haproxy before one gateway, where HAProxy is installed.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectPath } from '../src/platform/files.ts'
import { filledIn } from '../test/failover/filledIn.ts'
import { until } from '../test/failover/ground.ts'
import { isInstalled, programNamed } from '../test/failover/programs.ts'
import { freePort } from '../test/freePorts.ts'
import { startLineProcess } from './lineProcess.ts'

export const hasBalancer = (): boolean => isInstalled('haproxy')

export type Balancer = { readonly pid: number; readonly port: number; readonly stop: () => Promise<void> }

/** It passes so many requests a second on to the gateway at this port. */
export async function startBalancer(gatewayPort: number, passesOn: number): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-balancer-'))
  const [port, metrics] = [await freePort(), await freePort()]
  const text = filledIn('haproxy/gateway.cfg', {
    // The load speaks plain HTTP.
    ' ssl crt /etc/haproxy/tollgate/certificate.pem alpn http/1.1 ssl-min-ver TLSv1.2': '',
    '10.0.0.5:443': `127.0.0.1:${port}`,
    '10.0.0.5:8405': `127.0.0.1:${metrics}`,
    '    server node2 10.0.0.12:8080\n': '',
    '10.0.0.11:8080': `127.0.0.1:${gatewayPort}`,
    '/etc/haproxy/tollgate/busy.http': projectPath('deploy', 'haproxy', 'busy.http'),
    '4000': String(Math.round(passesOn)),
    'gt 400': `gt ${Math.round(passesOn / 10)}`,
  })
  const path = join(folder, 'gateway.cfg')
  await writeFile(path, text)
  const { pid, stop } = startLineProcess({ command: [programNamed('haproxy'), '-db', '-f', path] })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('the balancer finds the gateway', isReady)
  return {
    ...{ pid, port },
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
