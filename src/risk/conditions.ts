// Each condition of a rule, compiled to a question about the facts. It holds, or not, or it cannot be known.

import { toDecimal, toMinor } from '../orders/money.ts'
import type { RiskFacts, RiskListing } from './facts.ts'
import { compileNetworks, compileRanges } from './numberRanges.ts'
import type { RiskConditions, VelocityKey } from './rule.ts'
import { counterName } from './velocity.ts'

export type CompiledCondition = {
  /** Undefined: it cannot be known. */
  readonly holds: (facts: RiskFacts) => boolean | undefined
  /** What it looked at, in words; never a number, an address or a name of the payer. */
  readonly saw: (facts: RiskFacts) => string
}

type GivenConditions = Required<RiskConditions>
type Compilers = {
  readonly [Name in keyof GivenConditions]: (
    given: GivenConditions[Name],
    listing: RiskListing,
  ) => CompiledCondition
}

const isOneOf =
  (values: readonly string[], found: (facts: RiskFacts) => string | undefined) => (facts: RiskFacts) => {
    const value = found(facts)
    return value === undefined ? undefined : values.includes(value)
  }

const isNoneOf = (values: readonly string[], found: (facts: RiskFacts) => string | undefined) => {
  const isOne = isOneOf(values, found)
  return (facts: RiskFacts) => {
    const answer = isOne(facts)
    return answer === undefined ? undefined : !answer
  }
}

const seen = (what: string, value: string | undefined): string => `${what} ${value ?? 'unknown'}`

const compilers: Compilers = {
  amount: limits => {
    const byCurrency = new Map(limits.map(({ currency, above }) => [currency, toMinor(above, currency)]))
    return {
      holds: ({ amount, currency }) => {
        const limit = byCurrency.get(currency)
        return limit !== undefined && amount > limit
      },
      saw: ({ amount, currency }) => `amount ${toDecimal(amount, currency)} ${currency}`,
    }
  },
  avs: results => ({
    holds: isOneOf(results, ({ answer }) => answer?.avs),
    saw: ({ answer }) => seen('address', answer?.avs),
  }),
  billingCountry: countries => ({
    holds: isOneOf(countries, facts => facts.billingCountry),
    saw: ({ billingCountry }) => seen('billed in', billingCountry),
  }),
  billingCountryNot: countries => ({
    holds: isNoneOf(countries, facts => facts.billingCountry),
    saw: ({ billingCountry }) => seen('billed in', billingCountry),
  }),
  cardRange: ranges => {
    const isIn = compileRanges(ranges)
    return {
      holds: ({ cardDigits }) => (cardDigits === undefined ? false : isIn(cardDigits)),
      saw: ({ cardDigits }) => (cardDigits === undefined ? 'no card' : `card ${cardDigits.slice(0, 6)}`),
    }
  },
  countriesDiffer: which => {
    const other = (facts: RiskFacts) =>
      which === 'BILLING_AND_SHIPPING' ? facts.shippingCountry : facts.issuerCountry
    const word = which === 'BILLING_AND_SHIPPING' ? 'shipped to' : 'issued in'
    return {
      holds: facts => {
        const [billed, compared] = [facts.billingCountry, other(facts)]
        return billed === undefined || compared === undefined ? undefined : billed !== compared
      },
      saw: facts => `${seen('billed in', facts.billingCountry)}, ${seen(word, other(facts))}`,
    }
  },
  hours: ({ from, to }) => ({
    holds: ({ atMs }) => (atMs === undefined ? undefined : isHourWithin(hourOf(atMs), from, to)),
    saw: ({ atMs }) => seen('hour', atMs === undefined ? undefined : String(hourOf(atMs))),
  }),
  issuerCountry: countries => ({
    holds: isOneOf(countries, facts => facts.issuerCountry),
    saw: ({ issuerCountry }) => seen('issued in', issuerCountry),
  }),
  issuerCountryNot: countries => ({
    holds: isNoneOf(countries, facts => facts.issuerCountry),
    saw: ({ issuerCountry }) => seen('issued in', issuerCountry),
  }),
  listed: (wanted, listing) => {
    const isOn = (facts: RiskFacts, { list, kind }: (typeof wanted)[number]) => {
      const value = facts.listed[kind]
      return value !== undefined && listing(list, kind, value)
    }
    const asksForCard = wanted.some(({ kind }) => kind === 'CARD')
    // Of a payment in the past the whole number is not known, which a list of cards is asked by.
    const isUnknown = ({ cardDigits, isWholeNumber }: RiskFacts) =>
      asksForCard && cardDigits !== undefined && !isWholeNumber
    return {
      holds: facts => wanted.some(one => isOn(facts, one)) || (isUnknown(facts) ? undefined : false),
      saw: facts => {
        const found = wanted.filter(one => isOn(facts, one))
        if (found.length === 0) return 'on no list'
        return found.map(({ list, kind }) => `${kind} on ${list}`).join(', ')
      },
    }
  },
  network: networks => {
    const isIn = compileNetworks(networks)
    return {
      holds: ({ ipAddress }) => (ipAddress === undefined ? undefined : isIn(ipAddress)),
      saw: ({ ipAddress }) => (ipAddress === undefined ? 'address unknown' : "the payer's address"),
    }
  },
  operation: operations => ({
    holds: ({ operation }) => operations.includes(operation),
    saw: ({ operation }) => operation,
  }),
  payerAuthentication: outcomes => ({
    holds: ({ authentication }) => outcomes.includes(authentication),
    saw: ({ authentication }) => `authentication ${authentication}`,
  }),
  securityCode: results => ({
    holds: isOneOf(results, ({ answer }) => answer?.securityCode),
    saw: ({ answer }) => seen('security code', answer?.securityCode),
  }),
  velocity: limits => {
    const compiled = limits.map(compileLimit)
    return {
      holds: facts => allOf(compiled.map(({ holds }) => holds(facts))),
      saw: facts => compiled.map(({ saw }) => saw(facts)).join(', '),
    }
  },
}

type VelocityLimit = NonNullable<RiskConditions['velocity']>[number]

function compileLimit(limit: VelocityLimit): CompiledCondition {
  const { by, minutes, attemptsAbove, amountAbove, currency } = limit
  const most =
    amountAbove === undefined || currency === undefined ? undefined : toMinor(amountAbove, currency)
  const [attempts, amounts] = [counterName({ by, minutes }), counterName({ by, minutes, currency })]
  return {
    holds: facts => {
      if (facts.counted[by] === undefined) return undefined
      if (most !== undefined && facts.currency !== currency) return false
      const isOften =
        attemptsAbove === undefined || above(facts.counts?.get(attempts)?.attempts, attemptsAbove)
      const isMuch = most === undefined || above(facts.counts?.get(amounts)?.amount, most)
      return allOf([isOften, isMuch])
    },
    saw: facts => {
      if (facts.counted[by] === undefined) return `${keyWords[by]} unknown`
      const often = facts.counts?.get(attempts)?.attempts
      const much = facts.counts?.get(amounts)?.amount
      const counted = [
        ...(attemptsAbove !== undefined ? [`${often ?? 'unknown'} attempts`] : []),
        ...(currency !== undefined && most !== undefined
          ? [much === undefined ? 'unknown amount' : `${toDecimal(much, currency)} ${currency}`]
          : []),
      ]
      return `${counted.join(' and ')} by ${keyWords[by]} in ${minutes} min`
    },
  }
}

const keyWords = {
  CARD: 'card',
  EMAIL: 'e-mail',
  IP_ADDRESS: 'IP address',
  DEVICE: 'device',
} as const satisfies Record<VelocityKey, string>

const above = <Figure extends number | bigint>(
  figure: Figure | undefined,
  limit: Figure,
): boolean | undefined => (figure === undefined ? undefined : figure > limit)

/** One that does not hold decides, whatever cannot be known. */
export function allOf(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false
  return answers.includes(undefined) ? undefined : true
}

const hourOf = (atMs: number): number => Math.floor(atMs / 3_600_000) % 24

const isHourWithin = (hour: number, from: number, to: number): boolean =>
  from <= to ? hour >= from && hour <= to : hour >= from || hour <= to

/** The conditions of a rule that are given, in the order of their names. */
export function compileConditions(given: RiskConditions, listing: RiskListing): readonly CompiledCondition[] {
  return conditionNames.flatMap(name => {
    const compiled = compileOne(name, given, listing)
    return compiled ? [compiled] : []
  })
}

const conditionNames = Object.keys(compilers).filter(
  (name): name is keyof RiskConditions => name in compilers,
)

function compileOne<Name extends keyof GivenConditions>(
  name: Name,
  given: Partial<GivenConditions>,
  listing: RiskListing,
): CompiledCondition | undefined {
  const value: GivenConditions[Name] | undefined = given[name]
  return value === undefined ? undefined : compilers[name](value, listing)
}
