import { ordinaryProfile } from '../../../src/orders/merchant.ts'
import { answerWith, type Scripted } from '../operations/scriptedPipeline.ts'
import { notEnrolled } from './issuerAnswers.ts'
import { otherCard, testCheckout } from './testCheckout.ts'

/** For tests: a merchant whose payers finish the rest at checkout. */
export const key = { cell: 0, merchantId: 'M', orderId: 'O' }
export const minute = 60_000

/** An issuer that has so much, and no more. */
export const having =
  (amount: bigint): Scripted =>
  ask => {
    const answer = answerWith('approved', ask)
    if (answer.outcome !== 'approved' || answer.amount <= amount) return answer
    return { ...answer, gatewayCode: 'PARTIALLY_APPROVED', amount }
  }

export function testCheckoutWithRest(more: Parameters<typeof testCheckout>[0] = {}) {
  const profile = { ...ordinaryProfile, partialPaymentsAtCheckout: 'FINISH' } as const
  const checkout = testCheckout({ profile, ...more })
  checkout.others.authentications.push(...Array.from({ length: 5 }, () => notEnrolled))
  return checkout
}

/** A payer whose first card had four dollars of ten. */
export async function paidFour(checkout = testCheckoutWithRest()) {
  checkout.answers.push(having(400n))
  const payer = await checkout.open({ cancelUrl: 'https://shop.example/no' })
  return { checkout, payer, part: await payer.pay() }
}

export const rest = {
  due: '$6.00',
  taken: '$4.00',
  parts: [{ amount: '$4.00', digits: '0008' }],
}
export const second = { card: otherCard, attemptsLeft: 4, due: '$6.00' }
export const owedOf = async ({ journal }: ReturnType<typeof testCheckoutWithRest>) =>
  (await journal.load(key))?.transactions.flatMap(({ id, owed: pursuit }) =>
    pursuit ? [`${id.slice(0, 5)} ${pursuit.obligation} ${pursuit.status}`] : [],
  )
export const verbs = ({ asks }: ReturnType<typeof testCheckoutWithRest>) => asks.map(({ verb }) => verb)
/** The time of the journal and that of the session go together. */
export function later(checkout: ReturnType<typeof testCheckoutWithRest>, ms: number) {
  checkout.clock.nowMs += ms
  checkout.journal.nowMs += ms
}
