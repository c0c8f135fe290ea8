import { afterAll, beforeAll, expect, test } from 'vitest'
import { later } from '../journeys/cardholder.ts'
import { passwords } from '../journeys/client.ts'
import { openCheckout } from '../journeys/payer.ts'
import { headerOf, startMailServer, type TestMailServer } from '../support/mail/mailServer.ts'
import { startProcess } from './gatewayProcess.ts'
import { sharedDatabase } from './nodeSettings.ts'

const { settings } = sharedDatabase(passwords.TESTMERCHANT, {})
let server: TestMailServer
beforeAll(async () => {
  server = await startMailServer({ disabledCommands: ['STARTTLS'] })
})
afterAll(() => server?.close())

const start = () =>
  startProcess({
    ...settings(),
    ...{ TOLLGATE_SMTP_URL: `smtp+plain://127.0.0.1:${server.port}`, TOLLGATE_SMTP_FROM: 'pay@gate.example' },
  })

test('kill -9 between handing over a letter and recording that: another node sends it again', async () => {
  const first = await start()
  await first.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', { emailReceipts: true })
  const payer = await openCheckout(first)
  expect(await payer.pay({}, { email: 'payer@example.com' })).toMatchObject({ step: 'done' })
  // The server takes the letter, and its answer finds nobody.
  server.onAsked = () => void first.child.kill('SIGKILL')
  void later(first, 'PT10S').catch(() => undefined)
  await expect.poll(() => server.letters, { timeout: 10_000 }).toHaveLength(1)
  await first.end('SIGKILL')
  server.onAsked = undefined

  const second = await start()
  // The lease of the node that died is over.
  await later(second, 'PT2M')
  await expect.poll(() => server.letters, { timeout: 10_000 }).toHaveLength(2)
  const [one, other] = server.letters.map(({ source }) => source)
  expect(headerOf(other ?? '', 'Message-ID')).toBe(headerOf(one ?? '', 'Message-ID'))
  // By that it is recorded: nobody gets a third.
  await later(second, 'P1D')
  expect(server.letters).toHaveLength(2)
  await second.end('SIGTERM')
}, 60_000)
