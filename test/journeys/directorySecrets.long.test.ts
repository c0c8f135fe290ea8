import { Client as Database } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScan } from '../faults/scanner.ts'
import { cardholder, cardThat, explanation, told } from './cardholder.ts'
import { type Directories, device, openDirectories, registerMerchants } from './directories.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { valueAt } from './whole.ts'

const cards: readonly string[] = [
  ...[cardThat.isKnown, cardThat.isChallenged, cardThat.isLookedAtAndChallenged, cardThat.isRejected],
  ...['4440000042200014', '5210760000000004'],
]

describe('what directory servers and gateway tell each other', () => {
  /** Proofs as issuers wrote them, of answers and of results. */
  const proofs = new Set<string>()
  let directories: Directories
  let gateway: TestGateway
  beforeAll(async () => {
    directories = await openDirectories({
      onMessage({ text }) {
        const [, proof] = /"authenticationValue":"([^"]+)"/.exec(text) ?? []
        if (proof !== undefined) proofs.add(proof)
      },
    })
    gateway = await openGateway('external', { threeDSecureServer: directories.file })
    await registerMerchants(gateway, directories)
  })
  afterAll(async () => {
    await gateway?.stop()
    await directories?.close()
  })

  const stories: string[] = []
  const authenticated = async (card: string) => {
    const payer = cardholder(gateway, card)
    const answer = await payer.begin({ device })
    const acsId = String(valueAt(answer.body, 'authentication.3ds2.acsTransactionId'))
    if (answer.body.result === 'PENDING') await directories.control.decide(acsId, 'Y')
    await expect.poll(async () => told(await payer.shown()).result).not.toBe('PENDING')
    await payer.pay()
    stories.push((await explanation(gateway, payer.orderId, 'auth')).text)
    return (await payer.shown()).text
  }

  test('full card numbers are nowhere, and proofs only where merchants get them from', async () => {
    const shown: string[] = []
    for (const card of cards) shown.push(await authenticated(card))
    for (const fault of ['drop-answer', 'ares-number', 'not-json', 'erro'] as const) {
      directories.control.fault(fault, { next: 1, on: 'AReq' })
      shown.push(await authenticated(cardThat.isKnown))
    }
    directories.control.fault('rreq-contradicted', { next: 1 })
    shown.push(await authenticated(cardThat.isChallenged))
    const metrics = await (await fetch(`${gateway.origin}/metrics`)).text()
    expect(metrics).toContain('# TYPE')
    expect(gateway.lines.join()).toContain('result refused')
    expect(proofs.size).toBeGreaterThan(5)

    const findNumbers = createScan({ numbers: [], marks: cards.map(card => Buffer.from(card)) })
    const forms = [...proofs].flatMap(proof => [Buffer.from(proof), Buffer.from(proof, 'base64')])
    const findProofs = createScan({ numbers: [], marks: forms })
    // Both would be found.
    expect(findNumbers(Buffer.from(`{"acctNumber":"${cards[0]}"}`))).not.toEqual([])
    expect(findProofs(Buffer.from(shown.join()))).not.toEqual([])

    expect(findNumbers(Buffer.from(shown.join()))).toEqual([])
    for (const text of [gateway.lines.join('\n'), metrics, stories.join()])
      expect([findNumbers(Buffer.from(text)), findProofs(Buffer.from(text))]).toEqual([[], []])
    const tables = await rowsByTable(gateway)
    const holding = (find: typeof findProofs) =>
      [...tables].filter(([, rows]) => find(Buffer.from(rows)).length > 0).map(([name]) => name)
    expect(holding(findNumbers)).toEqual([])
    expect(holding(findProofs)).toEqual(['authentication_results', 'outcomes'])
  }, 60_000)
})

async function rowsByTable({ database }: TestGateway): Promise<ReadonlyMap<string, string>> {
  const client = new Database(database.config)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(`select t::text as text from "${name}" t`)
    texts.set(name, rows.map(({ text }) => text).join('\n'))
  }
  await client.end()
  return texts
}
