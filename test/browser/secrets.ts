import { Client } from 'pg'
import type { Frame } from 'playwright-core'
import { expect } from 'vitest'
import { createScan } from '../faults/scanner.ts'
import type { BrowserTestContext, Payer } from './browser.ts'

/**
 * Looks for a card number, and for a security code told by its name, wherever it must not be once the payer
 * is through: pages as they stand, storage, cookies, addresses, what the shop was sent, log and database.
 */
export async function expectNoSecrets(
  { gateway, shop, origin }: BrowserTestContext,
  payer: Payer,
  number: string,
) {
  const scan = createScan({ numbers: [number], marks: [] })
  const places: Readonly<Record<string, string>> = {
    pages: (await Promise.all(payer.context.pages().flatMap(page => page.frames().map(seenIn)))).join('\n'),
    storage: JSON.stringify(await payer.context.storageState({ indexedDB: true })),
    addresses: payer.monitor.requests.map(({ url, referrer }) => `${url} ${referrer}`).join('\n'),
    elsewhere: payer.monitor.requests
      .filter(({ url }) => !url.startsWith(`${origin}/`))
      .map(({ body = '' }) => body)
      .join('\n'),
    shop: JSON.stringify(shop.calls),
    log: gateway.lines.join(''),
    database: await everyRow(gateway.database.config),
  }
  expect(places.log?.length).toBeGreaterThan(0)
  expect(places.database).toContain('TESTMERCHANT')
  for (const [place, content] of Object.entries(places)) {
    expect(scan(Buffer.from(content)), `card number in ${place}`).toEqual([])
    expect(/securityCode\W{1,6}\d{3}/.exec(content)?.[0], `security code in ${place}`).toBeUndefined()
  }
}

/** The markup of a frame, what its fields hold, and what scripts of its origin could read again. */
async function seenIn(frame: Frame): Promise<string> {
  for (let looks = 1; ; looks++) {
    if (frame.isDetached()) return ''
    try {
      return await lookInto(frame)
    } catch (error) {
      // The page went on while it was looked at: what it went on to is looked at instead.
      if (looks === looksMax || !/context|detached|navigat/i.test(String(error))) throw error
      await frame.waitForLoadState().catch(() => undefined)
    }
  }
}
const looksMax = 20

function lookInto(frame: Frame): Promise<string> {
  return frame.evaluate(() => {
    // What stands in a hosted field is the payer's to see and change; it is the gateway's page.
    const isHostedField = location.pathname.startsWith('/form/field/')
    const fields = isHostedField ? [] : [...document.querySelectorAll('input, textarea, select')]
    const values = fields.map(field => ('value' in field ? String(field.value) : ''))
    // Frames of another site have no storage in a private window, and frames without an address have none.
    const stored = (['localStorage', 'sessionStorage'] as const).map(name => {
      try {
        return JSON.stringify(window[name])
      } catch {
        return ''
      }
    })
    return [
      document.documentElement.outerHTML,
      ...values,
      location.href,
      window.name,
      JSON.stringify(history.state),
      ...stored,
    ].join('\n')
  })
}

/** Everything SQL can see, in every schema of ours. */
async function everyRow(config: object): Promise<string> {
  const client = new Client(config)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      texts.push(...rows.map(({ row }) => row))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}
