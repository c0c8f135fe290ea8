import { expect, test } from 'vitest'
import { challenge, enrolled, judged, wantsToLook } from '../../../test/support/checkout/issuerAnswers.ts'
import { card, scriptedPipeline } from '../../../test/support/operations/scriptedPipeline.ts'
import type { Counterparties } from '../model/counterparties.ts'

const initiation = { order: { currency: 'USD' }, sourceOfFunds: { provided: { card } } }
const authentication = {
  order: { amount: '10.00', currency: 'USD' },
  authentication: { redirectResponseUrl: 'https://shop.example/back' },
}

/** Which addresses were issued, and when somebody was asked. */
function overheard({ callbacks, authenticator, provider }: Counterparties): readonly string[] {
  const heard: string[] = []
  const hear =
    <Given extends unknown[], Answer>(name: string, call: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      heard.push(name)
      return call(...given)
    }
  const { issue } = callbacks
  callbacks.issue = callback => hear(callback.kind, issue)(callback)
  authenticator.send = hear('asked', authenticator.send)
  provider.send = hear('asked', provider.send)
  return heard
}

test.each([
  ['INITIATE_AUTHENTICATION', initiation, { outcome: 'notEnrolled' }, ['asked']],
  ['INITIATE_AUTHENTICATION', initiation, enrolled, ['asked']],
  ['INITIATE_AUTHENTICATION', initiation, wantsToLook, ['asked', 'method']],
  ['AUTHENTICATE_PAYER', authentication, judged('Y'), ['asked']],
  ['AUTHENTICATE_PAYER', authentication, challenge, ['asked', 'challenge']],
] as const)('%s: an address counts once the issuer wants the browser (%#)', async (...row) => {
  const [operation, body, answer, issued] = row
  const { pipeline, submit, others } = scriptedPipeline()
  if (operation === 'AUTHENTICATE_PAYER') {
    others.authentications.push(enrolled)
    await submit('a', 'INITIATE_AUTHENTICATION', initiation)
  }
  others.authentications.push(answer)
  const heard = overheard(pipeline.counterparties)
  await submit('a', operation, body)
  expect(heard).toEqual(issued)
})

test('of a provider, addresses count before it is asked: it may call at once', async () => {
  const { pipeline, submit } = scriptedPipeline()
  const heard = overheard(pipeline.counterparties)
  await submit('b', 'INITIATE_BROWSER_PAYMENT', {
    browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/back' },
    order: { amount: '10.00', currency: 'USD' },
    sourceOfFunds: { type: 'BROWSER_PAYMENT' },
  })
  expect(heard).toEqual(['redirect', 'return', 'asked'])
})
