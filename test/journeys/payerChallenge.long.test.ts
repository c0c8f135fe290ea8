import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, submit } from './browser.ts'
import { told } from './cardholder.ts'
import { type ChallengingIssuers, challengeStories } from './challengeStories.ts'
import { type Directories, openDirectories, registerMerchants } from './directories.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { valueAt } from './whole.ts'

describe('a payer is challenged by an issuer behind a directory server', () => {
  let directories: Directories
  let gateway: TestGateway
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
    directories = await openDirectories({ hasPlainPages: true })
    gateway = await openGateway('embedded', { patienceMs: 2_000, threeDSecureServer: directories.file })
    await registerMerchants(gateway, directories)
  })
  afterAll(async () => {
    await gateway?.stop()
    await directories?.close()
    await shop?.close()
  })

  const issuers = (): ChallengingIssuers => ({
    ...{ gateway, shop, merchantName: 'SHOP LYON', amount: '10.00 USD', unchosen: 200, unasked: 400 },
    async settle(payer, outcome, otherwise) {
      const acsId = String(valueAt(payer.answer.body, 'authentication.3ds2.acsTransactionId'))
      expect(await directories.control.decide(acsId, outcome)).toBe(outcome)
      expect(await directories.control.decide(acsId, otherwise)).not.toBe(otherwise)
      await expect.poll(async () => told(await payer.shown()).result).not.toBe('PENDING')
    },
    async decided(form, outcome) {
      const question = await submit(form)
      const page = question.form && (await submit(question.form, { outcome }))
      if (!page?.form) throw new Error(question.text)
      return page.form
    },
    // The result itself, before the browser is let go, or the payer who is back.
    settledBy: /^(?:PAYER_WENT_ON|SETTLED_BY_RESULT)$/,
  })
  challengeStories(issuers)

  test('no message broke a rule of the tables, and no request came twice', () => {
    // But for the form that a browser has spoiled on purpose.
    expect(directories.findings()).toMatchObject([{ code: '101', why: 'no JSON object' }])
    expect(directories.control.counters()).toMatchObject({ repeatedRequests: 0, falseMethodClaims: 0 })
  })
})
