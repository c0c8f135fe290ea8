import { expect, test } from 'vitest'
import type { FieldType } from '../../../contract/kit/vocabulary.ts'
import { conditions } from '../../../risk/rule.ts'
import { readRuleSet } from '../../../risk/ruleSets.ts'
import {
  conditionAt,
  conditionNames,
  emptyForm,
  emptyRows,
  formOf,
  idFor,
  inputOf,
  type KnownRule,
  type RuleConditionName,
  ruleOf,
} from './ruleForm.ts'
import { isFormWord } from './ruleFormWords.ts'

const written = (form: typeof emptyForm, id = 'an-id') => {
  const made = ruleOf(form, id)
  if ('problem' in made) throw new Error(made.problem)
  return made.rule
}

/** Numbers from 0 to 1, the same ones for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Some value that a type admits. */
function valueFor(type: FieldType, random: () => number): unknown {
  const upTo = (max: number) => Math.floor(random() * max)
  switch (type.kind) {
    case 'list':
      return Array.from({ length: 1 + upTo(Math.min(type.max, 4)) }, () => valueFor(type.each, random))
    case 'group': {
      const given = Object.entries(type.fields).filter(([, { required }]) => required || random() < 0.5)
      return Object.fromEntries(given.map(([name, field]) => [name, valueFor(field.type, random)]))
    }
    case 'scalar': {
      if (type.values) return type.values[upTo(type.values.length)]
      const { min = 0, max = 0 } = type
      if (type.json === 'integer') return min + upTo(Math.min(max - min, 1_000) + 1)
      const samples: Readonly<Record<string, readonly string[]>> = {
        Country: ['USA', 'DEU', 'EGY'],
        Currency: ['USD', 'EUR', 'JPY'],
        Network: ['192.0.2.0/24', '198.51.100.7', '2001:db8::/32'],
        Decimal: ['0.01', '12.50', '99999'],
        Digits: ['4012', '51234567890', '0000'],
      }
      const known = samples[type.name]
      if (!known) throw new Error(`The test has no value of ${type.name}`)
      return known[upTo(known.length)]
    }
    default:
      throw new Error(`The test has no value of a ${type.kind}`)
  }
}

/** As the server reads it from what is stored, so that it is a rule at all. */
function ruleWith(when: object, stage = 'AFTER'): KnownRule {
  const rule = { id: 'r', name: 'R', recommendation: 'REVIEW', score: 5, stage, state: 'DRAFT', when }
  const [read] = readRuleSet(JSON.stringify({ rules: [rule] })).rules
  if (!read) throw new Error('There is one rule')
  return read
}

const withoutState = ({ state: _, ...rule }: KnownRule) => rule

test('the form has every condition that is declared', () => {
  expect(conditionNames).toEqual(Object.keys(conditions.fields))
})

test.each(Object.entries(conditions.fields))('%s is shown and saved as it was', (name, { type }) => {
  for (let seed = 1; seed <= 200; seed++) {
    const rule = ruleWith({ [name]: valueFor(type, randomOf(seed)) })
    expect(written(formOf(rule), 'r')).toEqual(withoutState(rule))
  }
})

test('so is a rule with many conditions', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomOf(seed * 7_919)
    const chosen = Object.entries(conditions.fields).filter(() => random() < 0.5)
    const rule = ruleWith(
      Object.fromEntries(chosen.map(([name, { type }]) => [name, valueFor(type, random)])),
    )
    expect(written(formOf(rule), 'r')).toEqual(withoutState(rule))
  }
})

test('every condition, and every field of one, has its word', () => {
  const fields = conditionNames.flatMap(name => {
    const input = inputOf(name)
    return input.kind === 'rows' ? Object.keys(input.fields) : []
  })
  expect([...conditionNames, ...fields].filter(name => !isFormWord(name))).toEqual([])
})

test('what is written is the rule; what is left empty does not matter', () => {
  const rule = written({
    ...{ ...emptyForm, name: ' Costly abroad ', recommendation: 'REJECT', score: '7' },
    when: {
      amount: [{ currency: 'eur', above: '100.00' }],
      cardRange: [{ from: '512345' }, { from: '4012', to: '4019' }, { from: ' ' }],
      billingCountryNot: [{ value: 'usa, DEU' }],
      issuerCountry: emptyRows('issuerCountry'),
      velocity: [...emptyRows('velocity'), { by: 'CARD', minutes: '10', attemptsAbove: '3' }],
      listed: [{ list: 'SUSPECT', kind: 'EMAIL' }],
    },
  })
  expect(rule).toEqual({
    ...{ id: 'an-id', name: 'Costly abroad', recommendation: 'REJECT', stage: 'BEFORE', score: 7 },
    when: {
      amount: [{ currency: 'EUR', above: '100.00' }],
      cardRange: [{ from: '512345' }, { from: '4012', to: '4019' }],
      billingCountryNot: ['USA', 'DEU'],
      velocity: [{ by: 'CARD', minutes: 10, attemptsAbove: 3 }],
      listed: [{ list: 'SUSPECT', kind: 'EMAIL' }],
    },
  })
})

test('what cannot be a rule is named before anything is sent', () => {
  const problemOf = (when: typeof emptyForm.when) => {
    const made = ruleOf({ ...emptyForm, name: 'N', when }, 'n')
    return 'problem' in made ? { ...made, at: conditionAt(made.field) } : undefined
  }
  expect(problemOf({ network: [{ value: 'nowhere' }] })).toMatchObject({
    problem: "Value 'nowhere' is invalid. It must be an address or a network, such as 192.0.2.0/24.",
    at: 'network',
  })
  expect(problemOf({ velocity: [{ by: 'CARD', minutes: 'ten' }] })).toMatchObject({ at: 'velocity' })
  expect(conditionAt('rule.name')).toBe(undefined)
})

test('what only an issuer says makes it a rule after the acquirer', () => {
  const late: readonly RuleConditionName[] = ['avs', 'securityCode']
  for (const name of late)
    expect(written({ ...emptyForm, name: 'Code', when: { [name]: [{ value: 'NO_MATCH' }] } })).toMatchObject({
      stage: 'AFTER',
      when: { [name]: ['NO_MATCH'] },
    })
})

test('ids are read from names, and never given twice', () => {
  expect(idFor('Große Beträge!', [])).toBe('gro-e-betra-ge')
  expect(idFor('Large', ['large', 'large-2'])).toBe('large-3')
  expect(idFor('…', [])).toBe('rule')
})
