// The conditions of a rule in plain words.

import type { Say } from '../language.tsx'
import type { conditionWords } from './conditionWords.ts'
import type { RuleConditions } from './ruleForm.ts'

type SayConditions = Say<(typeof conditionWords)['en']>

/** One sentence for each condition; all of them must hold. */
export function conditionTexts(
  when: RuleConditions,
  say: SayConditions,
  money: (amount: string, currency: string) => string,
): readonly string[] {
  const all = (values: readonly string[]) => values.join(', ')
  const ranges = (when.cardRange ?? []).map(({ from, to }) => (to === undefined ? from : `${from}–${to}`))
  const said: readonly (string | undefined)[] = [
    ...(when.amount ?? []).map(({ above, currency }) =>
      say('whenAmount', { amount: money(above, currency) }),
    ),
    when.cardRange && say('whenCard', { values: all(ranges) }),
    when.billingCountry && say('whenBilling', { values: all(when.billingCountry) }),
    when.billingCountryNot && say('whenBillingNot', { values: all(when.billingCountryNot) }),
    when.issuerCountry && say('whenIssuer', { values: all(when.issuerCountry) }),
    when.issuerCountryNot && say('whenIssuerNot', { values: all(when.issuerCountryNot) }),
    when.countriesDiffer && say(`when${when.countriesDiffer}`),
    when.network && say('whenNetwork', { values: all(when.network) }),
    ...(when.listed ?? []).map(({ list, kind }) => say(`when${list}`, { kind: say(kind) })),
    when.operation && say('whenOperation', { values: all(when.operation) }),
    when.payerAuthentication && say('whenAuthentication', { values: all(when.payerAuthentication) }),
    when.securityCode && say('whenCode', { values: all(when.securityCode) }),
    when.avs && say('whenAvs', { values: all(when.avs) }),
    when.hours && say('whenHours', { from: when.hours.from, to: when.hours.to }),
    ...(when.velocity ?? []).flatMap(velocityTexts(say, money)),
  ]
  return said.filter(each => each !== undefined)
}

type Limit = NonNullable<RuleConditions['velocity']>[number]

/** A limit may be about the number of attempts, their sum, or both. */
const velocityTexts =
  (say: SayConditions, money: (amount: string, currency: string) => string) =>
  ({ by, minutes, attemptsAbove, amountAbove, currency = '' }: Limit): readonly string[] => [
    ...(attemptsAbove === undefined
      ? []
      : [say('whenOften', { count: attemptsAbove, by: say(by), minutes })]),
    ...(amountAbove === undefined
      ? []
      : [say('whenMuch', { amount: money(amountAbove, currency), by: say(by), minutes })]),
  ]
