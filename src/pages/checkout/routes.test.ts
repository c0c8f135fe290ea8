import { expect, test } from 'vitest'
import { checkoutTrial } from './trial.ts'
import { challenge, notEnrolled, wantsToLook } from './trialIssuer.ts'

test('no page but ours is heard; a laptop has several names', async () => {
  const trial = checkoutTrial()
  const payer = await trial.open()
  for (const origin of ['https://shop.example', 'null', 'https://pay.example.evil', 'http://pay.example'])
    expect(await payer.act('state', {}, { origin })).toEqual({ refused: 'REQUEST_REJECTED' })
  expect(await payer.act('state', {}, { origin: undefined })).toMatchObject({ step: 'form' })
})

test('the page may be framed by the merchant’s pages only when it is asked to be', async () => {
  const trial = checkoutTrial()
  const payer = await trial.open()
  const policyOf = async (query: Readonly<Record<string, string>>) => {
    const reply = await payer.page({ query })
    return 'kind' in reply ? '' : (reply.headers?.['Content-Security-Policy'] ?? '')
  }
  expect(await policyOf({})).toContain("frame-ancestors 'none'")
  expect(await policyOf({ embedded: 'https://evil.example' })).toContain("frame-ancestors 'none'")
  expect(await policyOf({ embedded: 'https://shop.example' })).toContain(
    'frame-ancestors https://shop.example',
  )
})

test('nothing of the card is in the page or in any answer', async () => {
  const trial = checkoutTrial()
  trial.others.authentications.push(wantsToLook, challenge, notEnrolled)
  const payer = await trial.open()
  const said = [await payer.pay(), await payer.act('proceed'), await payer.act('state'), await payer.page()]
  const text = JSON.stringify(said)
  for (const secret of ['5123450000000008', payer.indicator, '"100"', 'A Payer'])
    expect(text.includes(secret), secret).toBe(false)
})

test('a challenge ends in a page that only tells the page around it', async () => {
  const trial = checkoutTrial()
  const payer = await trial.open()
  const reply = await trial.ask('POST', '/challenged', payer.call({ result: 'SUCCESS' }, { origin: 'null' }))
  expect('kind' in reply ? '' : String(reply.body)).toContain('tollgate:challenged')
  expect(await payer.act('state')).toMatchObject({ step: 'form' })
})
