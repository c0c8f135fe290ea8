import { describe, expect, test } from 'vitest'
import { gatewayCodes, transactionResults } from '../../../standards/paymentCodes.ts'
import { consoleLocales } from '../words/consoleLocales.ts'
import { adviceWords } from './adviceWords.ts'
import { outcomeWords } from './outcomeWords.ts'
import { needsWhy, resultTone, type WhyFacts, whyOf } from './why.ts'

const declined: WhyFacts = {
  result: 'FAILURE',
  gatewayCode: 'INSUFFICIENT_FUNDS',
  decidedBy: 'ACQUIRER',
  operation: 'AUTHORIZE',
  rules: [{ rule: 'ORDER_STATUS', status: 'NEW', operation: 'AUTHORIZE', verdict: 'ADMITTED' }],
  steps: [
    {
      step: 'ACQUIRER_ASKED',
      time: '2026-11-17T04:28:37.032Z',
      verb: 'authorize',
      answer: 'declined',
      acquirerCode: '51',
      acquirerMessage: 'INSUFFICIENT FUNDS',
    },
  ],
}
const silent: WhyFacts = {
  ...declined,
  gatewayCode: 'TIMED_OUT',
  decidedBy: 'GATEWAY',
  steps: [{ step: 'ACQUIRER_ASKED', time: '2026-11-17T04:28:37.489Z', answer: 'silent' }],
  owed: { obligation: 'REVERSAL', status: 'PENDING', attempts: 1 },
}
const english = (facts: WhyFacts) => {
  const { code, happened, decided, next } = whyOf(facts)
  const { en: advice } = adviceWords
  return [happened ? advice[happened] : outcomeWords.en[code], advice[decided], advice[next]].join(' ')
}

test('a decline says what happened, who decided with which words, and what can be done', () => {
  expect(whyOf(declined)).toEqual({
    tone: 'bad',
    code: 'INSUFFICIENT_FUNDS',
    decided: 'byACQUIRERSaying',
    words: '51 INSUFFICIENT FUNDS',
    next: 'otherCard',
  })
  expect(english(declined)).toBe(
    'It was declined because the account does not hold enough money. The acquirer decided: {words}. ' +
      'Offer the payer another card or another way to pay.',
  )
})

test('silence says whether money may be held', () => {
  expect(whyOf(silent)).toMatchObject({ decided: 'byGATEWAYAfterAsking', next: 'reversing' })
  const owed = { obligation: 'REVERSAL', status: 'ACKNOWLEDGED', attempts: 2 }
  expect(whyOf({ ...silent, owed, decidedBy: 'RECOVERY' })).toMatchObject({
    decided: 'byGATEWAYAfterAsking',
    next: 'reversed',
  })
})

test('what is undecided was decided by nobody, whoever was asked', () => {
  const pending = { ...declined, result: 'PENDING', gatewayCode: 'PENDING' } as const
  expect(whyOf(pending)).toMatchObject({ tone: 'wait', decided: 'byNOBODY_YET', next: 'waits' })
  const challenge = { ...pending, operation: 'AUTHENTICATE_PAYER', decidedBy: 'ISSUER' } as const
  expect(whyOf(challenge)).toMatchObject({ decided: 'byNOBODY_YET', next: 'waitsForPayer' })
  expect(whyOf({ ...pending, result: 'UNKNOWN' }).words).toBeUndefined()
})

test('a risk rule that blocks is named as such, and the acquirer that blocks is not', () => {
  const rules = [...declined.rules, { rule: 'RISK', verdict: 'REJECTED' }]
  const blocked = { ...declined, gatewayCode: 'BLOCKED', rules, decidedBy: 'GATEWAY', steps: [] } as const
  expect(whyOf(blocked)).toMatchObject({ happened: 'blockedByRisk', decided: 'byGATEWAY', next: 'seeRule' })
  const byAcquirer = whyOf({ ...declined, gatewayCode: 'BLOCKED' })
  expect(byAcquirer).toMatchObject({ decided: 'byACQUIRERSaying', next: 'stopCard' })
  expect(byAcquirer.happened).toBeUndefined()
  const review = [...declined.rules, { rule: 'RISK', verdict: 'REVIEW_REQUIRED' }]
  expect(whyOf({ ...declined, result: 'SUCCESS', gatewayCode: 'APPROVED', rules: review }).next).toBe(
    'review',
  )
})

describe.each(gatewayCodes)('%s', gatewayCode => {
  test.each(['AUTHORIZE', 'REFUND'])('has an answer after %s, whatever the result', operation => {
    for (const result of transactionResults) {
      const why = whyOf({ ...declined, gatewayCode, operation, result })
      expect(why.code).toBe(gatewayCode)
      expect(why.tone).toBe(resultTone(result))
      expect(english({ ...declined, gatewayCode, operation, result })).not.toContain('undefined')
      if (result === 'PENDING' || result === 'UNKNOWN') expect(why.next).toMatch(/[wW]aits/)
      else if (operation === 'REFUND') expect(payersBusiness.has(why.next)).toBe(false)
    }
  })

  test('has a sentence of its own in every language', () => {
    for (const locale of consoleLocales) {
      const texts = outcomeWords[locale]
      expect(texts[gatewayCode]).toMatch(/[.]$/)
      expect(Object.values(texts).filter(text => text === texts[gatewayCode])).toHaveLength(1)
    }
  })
})

/** What no merchant can do about a capture or a refund. */
const payersBusiness: ReadonlySet<string> = new Set([
  'otherCard',
  'newCard',
  'checkCode',
  'askPin',
  'otherWay',
])

test('only what went well needs no reason', () => {
  expect(needsWhy({ result: 'SUCCESS', gatewayCode: 'APPROVED' })).toBe(false)
  expect(needsWhy({ result: 'SUCCESS', gatewayCode: 'PARTIALLY_APPROVED' })).toBe(true)
  expect(needsWhy({ result: 'FAILURE', gatewayCode: 'DECLINED' })).toBe(true)
  expect(needsWhy({ result: 'PENDING', gatewayCode: 'PENDING' })).toBe(true)
  expect(whyOf({ ...declined, gatewayCode: 'OF_A_LATER_RELEASE' }).code).toBe('UNKNOWN')
})
