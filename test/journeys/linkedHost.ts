import { startAcquirerHost } from '../../src/acquirerHost/acquirerHost.ts'
import { dialectNamed } from '../../src/acquirers/iso8583/dialects/shippedDialects.ts'
import type { AcquirerLinks } from '../../src/acquirers/routing/settings.ts'
import { passwords } from './client.ts'

/** An acquirer host in this process, and the links file of a gateway that is connected to it. */
export async function openLinkedHost(dialectName = 'iso1987-ascii') {
  const dialect = dialectNamed(dialectName)
  if (!dialect) throw new Error(`There is no dialect ${dialectName}`)
  const host = await startAcquirerHost({ dialect })
  const name = 'first-bank'
  const merchants = Object.keys(passwords).map((merchantId, index) => ({
    ...{ merchantId, link: name, acceptor: `SHOP${index}`, terminals: [`TERM000${index}`], category: '5999' },
    ...{ name: 'A Shop', city: 'Berlin', country: 'DE' },
  }))
  const links: AcquirerLinks = {
    links: [
      {
        ...{ name, dialect, addresses: [{ host: '127.0.0.1', port: host.port }], connections: 2, window: 50 },
        ...{ backlogPerSecond: 50, institution: '123456', forwarder: '654321', country: 'DE' },
        timeZone: '+0100',
      },
    ],
    merchants,
    routes: [{ currencies: ['USD', 'EUR'], to: [{ link: name, weight: 1 }] }],
  }
  return { ...host, links }
}
