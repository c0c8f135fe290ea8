import { setTimeout as sleep } from 'node:timers/promises'
import { type AcquirerHost, startAcquirerHost } from '../../../src/acquirerHost/acquirerHost.ts'
import { createIsoAcquirer, type IsoAcquirer } from '../../../src/acquirers/iso8583/adapter.ts'
import type { Dialect } from '../../../src/acquirers/iso8583/dialects/dialect.ts'
import { createLink, type Link } from '../../../src/acquirers/iso8583/link/link.ts'
import type { LateAnswerListener } from '../../../src/acquirers/port.ts'
import type { LinkSettings } from '../../../src/acquirers/routing/settings.ts'
import { quietLog } from './testLink.ts'

/** An adapter over a real link to the acquirer host, all in this process. */
export type HostBench = {
  readonly acquirer: IsoAcquirer
  readonly host: AcquirerHost
  readonly link: Link
  close(): Promise<void>
}

export async function openHostBench(dialect: Dialect, options: HostBenchOptions): Promise<HostBench> {
  const { now, merchantId, onLateAnswer = () => undefined } = options
  const clock = { now, monotonicMs: () => performance.now() }
  const host = await startAcquirerHost({ dialect, clock })
  const settings: LinkSettings = {
    ...{ name: dialect.name, dialect, addresses: [{ host: '127.0.0.1', port: host.port }] },
    ...{ connections: 2, window: 50, backlogPerSecond: 1_000 },
    ...{ institution: '123456', forwarder: '654321', country: 'DE', timeZone: '+0000' },
  }
  const link = createLink(settings, { clock, log: quietLog, onEvent: () => undefined })
  let leased = 0
  const acquirer = createIsoAcquirer({
    ...{ link, settings, clock, log: quietLog, onLateAnswer },
    leases: {
      async lease() {
        leased += 1
        return { first: leased * 1_000, last: leased * 1_000 + 999 }
      },
    },
    identityOf: asked =>
      asked === merchantId
        ? {
            ...{ merchantId, link: settings.name, acceptor: 'SHOP0001', terminals: ['TERM0001'] },
            ...{ category: '5411', name: 'Corner shop', city: 'Hamburg', country: 'DE' },
          }
        : undefined,
  })
  link.start()
  for (let waits = 0; link.trouble() !== undefined; waits++) {
    if (waits > 500) throw new Error(`The link is not ready: ${link.trouble()}`)
    await sleep(10)
  }
  return {
    ...{ acquirer, host, link },
    async close() {
      await link.stop()
      await host.close()
    },
  }
}

type HostBenchOptions = {
  readonly now: () => Date
  readonly merchantId: string
  readonly onLateAnswer?: LateAnswerListener
}
