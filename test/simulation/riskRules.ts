import { rulesOfTest, ruleWith } from '../support/risk/sampleRules.ts'

/** Some are blocked before anybody is asked, by their count too; some approvals are rejected afterwards. */
export const simulatedRules = rulesOfTest()

simulatedRules.set(
  ruleWith({ id: 'often', when: { velocity: [{ by: 'CARD', minutes: 60, attemptsAbove: 12 }] } }),
  ruleWith({ id: 'late', stage: 'AFTER', when: { operation: ['AUTHORIZE'], hours: { from: 0, to: 23 } } }),
)
