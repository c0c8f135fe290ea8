import { expect, test } from 'vitest'
import { challenge, enrolled, judged, settleChallenge } from '../../../test/support/checkout/issuerAnswers.ts'
import { testCheckout } from '../../../test/support/checkout/testCheckout.ts'

const cardholderInfo = 'Call <b>us</b>: 555 0100'
const escaped = 'Call &lt;b&gt;us&lt;/b&gt;: 555 0100'

test('what an issuer who refuses wants to be read is shown until the next try', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, { ...judged('R'), cardholderInfo })
  const payer = await checkout.open()
  expect(await payer.pay()).toMatchObject({ step: 'form', issuerNotice: cardholderInfo })
  const shown = await pageOf(payer)
  expect(noticeIn(shown)).toContain(escaped)
  expect(noticeIn(shown)).toMatch(/role="status">/)
  expect(shown).not.toContain(cardholderInfo)
  checkout.others.authentications.push(enrolled, judged('R'))
  expect(await payer.pay({ attemptsLeft: 4 })).not.toHaveProperty('issuerNotice')
  expect(noticeIn(await pageOf(payer))).toMatch(/role="status" hidden>/)
})

test('it is shown beside a challenge, and after a payment', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, { ...challenge, cardholderInfo })
  const payer = await checkout.open()
  expect(await payer.pay()).toMatchObject({ step: 'challenge', issuerNotice: cardholderInfo })
  await settleChallenge(checkout, payer.sessionId, { ...judged('Y'), cardholderInfo: 'Thank you' })
  expect(await payer.act('proceed')).toMatchObject({ step: 'done', issuerNotice: 'Thank you' })
  expect(noticeIn(await pageOf(payer))).toContain('Thank you')
})

type Payer = Awaited<ReturnType<ReturnType<typeof testCheckout>['open']>>

const pageOf = async (payer: Payer): Promise<string> => String(Object(await payer.page()).body)

const noticeIn = (page: string): string | undefined =>
  /<div[^>]*id="issuer-notice"[\s\S]*?<\/p>/.exec(page)?.[0]
