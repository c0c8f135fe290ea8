import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { passwords } from '../journeys/client.ts'

export type LinkedNode = {
  /** With the settings that reach it. */
  readonly database: { readonly settings: Readonly<Record<string, string>> }
  /** Where its links file is written. */
  readonly folder: string
  readonly patienceMs: number
  readonly link: {
    /** Of the acquirer host, on this machine. */
    readonly port: number
    /** A name, or a file from the folder. */
    readonly dialect: string
    readonly connections: number
    readonly backlogPerSecond: number
    readonly window?: number
  }
}

/** The settings of a sandbox whose cards are answered for by an acquirer host. */
export async function linkedSettings({ database, folder, patienceMs, link }: LinkedNode) {
  const path = join(folder, 'links.json')
  await writeFile(path, JSON.stringify(linksFile(link)))
  return {
    ...database.settings,
    TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    TOLLGATE_SANDBOX_PASSWORD: passwords.TESTMERCHANT,
    TOLLGATE_LOG_LEVEL: 'warn',
    TOLLGATE_ACQUIRER_LINKS: path,
    TOLLGATE_ACQUIRER_PATIENCE_MS: String(patienceMs),
    TOLLGATE_ORDER_WAIT_MS: '1000',
  }
}

/** One link to the host on this machine, for all that the test merchant is paid. */
export const linksFile = ({ port, ...link }: LinkedNode['link']) => ({
  links: [
    {
      ...{ name: 'host', addresses: [`127.0.0.1:${port}`], institution: '123456', forwarder: '654321' },
      ...{ country: 'IE', timeZone: '+0100', ...link },
    },
  ],
  merchants: [
    {
      ...{ merchantId: 'TESTMERCHANT', link: 'host', acceptor: 'TESTMERCHANT001', category: '5999' },
      ...{ terminals: ['TG000001', 'TG000002', 'TG000003'], name: 'Test Shop', city: 'Dublin' },
      country: 'IE',
    },
  ],
  routes: [{ to: ['host'] }],
})
