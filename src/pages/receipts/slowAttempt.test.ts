import { expect, test, vi } from 'vitest'
import { testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import type { Letter } from '../../mail/port.ts'
import { triesMax } from '../../notifications/outcome.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { createLog } from '../../platform/log.ts'
import type { ReceiptClaim, ReceiptVerdict } from './port.ts'
import { createReceiptSender } from './receiptSender.ts'

const profile = { ...ordinaryProfile, emailReceipts: true }
const unused = () => Promise.reject(new Error('not asked for'))

/** A payer with an address, and a sender that looks at the last promise whenever it is told to. */
async function payerOfReceipt() {
  const promised: Omit<ReceiptClaim, 'attempt' | 'tries'>[] = []
  const checkout = testCheckout({
    hasAuthentication: false,
    profile,
    receipts: {
      promise: async receipt => void promised.push({ ...receipt, promisedAtMs: checkout.journal.nowMs }),
    },
  })
  const payer = await checkout.open()
  const pay = (attemptsLeft: number) => payer.pay({ email: 'payer@example.com', attemptsLeft })
  const letters: Letter[] = []
  const look = async (tries = 1) => {
    const last = promised.at(-1)
    if (!last) throw new Error('Nothing was promised')
    const claims = [{ ...last, attempt: promised.length, tries }]
    const kinds: ReceiptVerdict['kind'][] = []
    const sender = createReceiptSender({
      store: {
        ...{ promise: unused, list: unused, backlog: unused, removeExpired: unused },
        claim: async () => claims.splice(0),
        record: async (_, { kind }) => void kinds.push(kind),
      },
      ...{ gateway: checkout.gateway, profileOf: async () => profile },
      mailer: {
        async send(letter) {
          letters.push(letter)
          return { kind: 'sent' }
        },
      },
      ...{ from: 'pay@gate.example', isTest: true, log: createLog({ level: 'silent', pretty: false }) },
    })
    sender.start()
    await vi.waitFor(() => expect(kinds).toHaveLength(1))
    await sender.stop()
    return kinds[0]
  }
  return { checkout, pay, look, letters }
}

test('a declined attempt decides nothing of the one promised after it, which begins late', async () => {
  const { checkout, pay, look, letters } = await payerOfReceipt()
  checkout.answers.push('declined')
  expect(await pay(5)).toMatchObject({ step: 'form', error: { reason: 'declined' } })
  checkout.journal.nowMs += 10_000
  // The node hangs between its promise and the payment, and another one looks meanwhile.
  checkout.before.set('PAY', async () => {
    checkout.journal.nowMs += 60_000
    expect(await look()).toBe('again')
  })
  expect(await pay(4)).toMatchObject({ step: 'done' })
  expect(await look()).toBe('sent')
  expect(letters).toMatchObject([{ to: 'payer@example.com' }])
})

test('a payment without an outcome at the last look is given up aloud, one never made is not', async () => {
  const { checkout, pay, look } = await payerOfReceipt()
  checkout.before.set('PAY', async () => expect(await look(triesMax)).toBe('notOwed'))
  checkout.answers.push('pending')
  expect(await pay(5)).toMatchObject({ step: 'processing' })
  expect(await look()).toBe('again')
  expect(await look(triesMax)).toBe('dead')
})

test('the attempt that was promised decides, and nobody looks again after its decline', async () => {
  const { checkout, pay, look } = await payerOfReceipt()
  checkout.answers.push('declined', 'declined')
  for (const attemptsLeft of [5, 4]) {
    expect(await pay(attemptsLeft)).toMatchObject({ step: 'form' })
    expect(await look()).toBe('notOwed')
    checkout.journal.nowMs += 10_000
  }
})
