import {
  compileRules,
  type RuleScope,
  type ScopesOfMerchant,
  type ScoreThresholds,
} from '../../../src/risk/assess.ts'
import type { RiskFacts, RiskListing } from '../../../src/risk/facts.ts'
import type { RiskRules } from '../../../src/risk/port.ts'
import type { RiskRule } from '../../../src/risk/rule.ts'

let made = 0

/** A rule that rejects whatever asks for more than a hundred dollars, unless told otherwise. */
export const ruleWith = (changes: Partial<RiskRule> = {}): RiskRule => ({
  id: `rule-${++made}`,
  name: 'A rule',
  when: { amount: [{ currency: 'USD', above: '100.00' }] },
  recommendation: 'REJECT',
  stage: 'BEFORE',
  state: 'ACTIVE',
  ...changes,
})

const onTrustedList: RiskListing = (list, kind, value) =>
  list === 'TRUSTED' && kind === 'EMAIL' && value === 'good@example.com'

export const scopeOf = (rules: readonly RiskRule[]): RuleScope => ({
  set: { rules },
  listing: onTrustedList,
})

export const oneScope = (rules: readonly RiskRule[]): ScopesOfMerchant => ({
  gateway: undefined,
  merchant: scopeOf(rules),
})

/** The rules of one merchant and of the gateway, which tests change. */
export function rulesOfTest(): RiskRules & {
  set(...rules: readonly RiskRule[]): void
  setGateway(rules: readonly RiskRule[], thresholds?: Partial<ScoreThresholds>): void
} {
  let own: readonly RiskRule[] = []
  let gateway: RuleScope | undefined
  return {
    set(...rules) {
      own = rules
    },
    setGateway(rules, thresholds = {}) {
      gateway = { ...scopeOf(rules), set: { rules, ...thresholds } }
    },
    rulesFor: () => compileRules({ ...oneScope(own), gateway }),
  }
}

export const factsWith = (changes: Partial<RiskFacts> = {}): RiskFacts => ({
  operation: 'PAY',
  amount: 1_000n,
  currency: 'USD',
  cardDigits: '5123450000000008',
  isWholeNumber: true,
  authentication: 'NOT_AUTHENTICATED',
  listed: {},
  counted: { CARD: 'hash' },
  ...changes,
})
