import { systemClock } from '../src/platform/clock.ts'
import { assessAfter, assessBefore, compileRules } from '../src/risk/assess.ts'
import type { RiskConditions } from '../src/risk/rule.ts'
import { factsWith, ruleWith, scopeOf } from '../test/support/risk/sampleRules.ts'
import { median } from './medians.ts'

const rounds = 7
const assessments = 20_000

/** Ten of the merchant and ten of the gateway, of every kind that is asked before or after the acquirer. */
const asked: readonly RiskConditions[] = [
  { amount: [{ currency: 'USD', above: '5000.00' }] },
  { billingCountry: ['FRA', 'DEU', 'ESP'] },
  { cardRange: [{ from: '411111' }, { from: '550000', to: '559999' }] },
  { countriesDiffer: 'BILLING_AND_SHIPPING' },
  { hours: { from: 1, to: 4 } },
  { issuerCountryNot: ['USA', 'CAN'] },
  { listed: [{ list: 'SUSPECT', kind: 'EMAIL' }] },
  { network: ['192.0.2.0/24', '2001:db8::/32'] },
  { velocity: [{ by: 'CARD', minutes: 60, attemptsAbove: 5 }] },
  { avs: ['NO_MATCH'], securityCode: ['NO_MATCH'] },
]

/** How long the rules of a payment take, before and after the acquirer, in microseconds. */
export function microsecondsOfRules(): number {
  const rules = asked.map(when => ruleWith({ stage: 'avs' in when ? 'AFTER' : 'BEFORE', when }))
  const compiled = compileRules({ gateway: scopeOf(rules), merchant: scopeOf(rules) })
  if (!compiled) throw new Error('There are rules')
  const facts = factsWith({
    amount: 10_000n,
    currency: 'USD',
    billingCountry: 'USA',
    ipAddress: '198.51.100.7',
  })
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const startedAtMs = systemClock.monotonicMs()
    for (let done = 0; done < assessments; done += 1)
      assessAfter(compiled, facts, { before: assessBefore(compiled, facts) })
    if (round > 0) times.push(((systemClock.monotonicMs() - startedAtMs) / assessments) * 1_000)
  }
  return median(times)
}
