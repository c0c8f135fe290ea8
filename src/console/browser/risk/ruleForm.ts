// The form of a rule: plain texts, and the rule that they make.

import type { ConsoleInput } from '../../api/calls.ts'
import type { ShownRules } from '../../api/risk.ts'

export type WrittenRule = ConsoleInput<'saveRule'>['rule']
export type KnownRule = ShownRules['rules'][number]
export type RuleConditions = WrittenRule['when']

export type RuleForm = {
  readonly name: string
  readonly recommendation: WrittenRule['recommendation']
  readonly stage: WrittenRule['stage']
  readonly score: string
  readonly above: string
  readonly currency: string
  /** Leading digits and ranges of them: 512345, 4012-4019. */
  readonly cards: string
  readonly billingNot: string
  readonly networks: string
  readonly velocityBy: string
  readonly attempts: string
  readonly minutes: string
  /** A list and a kind: SUSPECT CARD. */
  readonly listed: string
  readonly isUnauthenticated: boolean
  readonly isCodeWrong: boolean
  readonly isAddressWrong: boolean
}

export const emptyForm: RuleForm = {
  ...{ name: '', recommendation: 'REVIEW', stage: 'BEFORE', score: '', above: '', currency: 'USD' },
  ...{ cards: '', billingNot: '', networks: '', velocityBy: '', attempts: '5', minutes: '60', listed: '' },
  ...{ isUnauthenticated: false, isCodeWrong: false, isAddressWrong: false },
}

const parts = (text: string): readonly string[] =>
  text
    .split(/[\s,;]+/)
    .map(part => part.trim())
    .filter(part => part !== '')

const velocityKeys = ['CARD', 'EMAIL', 'IP_ADDRESS', 'DEVICE'] as const
const listNames = ['SUSPECT', 'TRUSTED'] as const
const listKinds = ['CARD', 'EMAIL', 'IP_ADDRESS', 'NAME'] as const

/** What only an issuer says is known after the acquirer was asked. */
export const isLate = ({ isCodeWrong, isAddressWrong }: RuleForm): boolean => isCodeWrong || isAddressWrong

export function ruleOf(form: RuleForm, id: string): WrittenRule {
  const { name, recommendation, score } = form
  return {
    ...{ id, name: name.trim(), recommendation, stage: isLate(form) ? 'AFTER' : form.stage },
    ...(score.trim() !== '' && { score: Number(score) }),
    when: conditionsOf(form),
  }
}

function conditionsOf(form: RuleForm): RuleConditions {
  const cards = parts(form.cards).map(rangeOf)
  const [billingCountryNot, network] = [parts(form.billingNot), parts(form.networks)]
  const by = velocityKeys.find(key => key === form.velocityBy)
  const listed = listedOf(form.listed)
  return {
    ...(form.above.trim() !== '' && {
      amount: [{ currency: form.currency.trim().toUpperCase(), above: form.above.trim() }],
    }),
    ...(cards.length > 0 && { cardRange: cards }),
    ...(billingCountryNot.length > 0 && {
      billingCountryNot: billingCountryNot.map(country => country.toUpperCase()),
    }),
    ...(network.length > 0 && { network }),
    ...(by && {
      velocity: [{ by, minutes: Number(form.minutes), attemptsAbove: Number(form.attempts) }],
    }),
    ...(listed && { listed: [listed] }),
    ...(form.isUnauthenticated && { payerAuthentication: ['NOT_AUTHENTICATED'] }),
    ...(form.isCodeWrong && { securityCode: ['NO_MATCH'] }),
    ...(form.isAddressWrong && { avs: ['NO_MATCH'] }),
  }
}

function rangeOf(text: string): { readonly from: string; readonly to?: string } {
  const [from = '', to] = text.split('-')
  return { from, ...(to !== undefined && { to }) }
}

function listedOf(text: string) {
  const [named, kinded] = text.split(' ')
  const list = listNames.find(name => name === named)
  const kind = listKinds.find(name => name === kinded)
  return list && kind ? { list, kind } : undefined
}

/** Of a draft that is changed; what the form has no field for stays as it was. */
export function formOf({ name, recommendation, stage, score, when }: KnownRule): RuleForm {
  const [amount] = when.amount ?? []
  const [velocity] = when.velocity ?? []
  const [listed] = when.listed ?? []
  return {
    ...emptyForm,
    ...{ name, recommendation, stage, score: score === undefined ? '' : String(score) },
    ...(amount && amount),
    cards: (when.cardRange ?? [])
      .map(({ from, to }) => (to === undefined ? from : `${from}-${to}`))
      .join(', '),
    billingNot: (when.billingCountryNot ?? []).join(', '),
    networks: (when.network ?? []).join(', '),
    ...(velocity && {
      ...{ velocityBy: velocity.by, minutes: String(velocity.minutes) },
      attempts: String(velocity.attemptsAbove ?? ''),
    }),
    listed: listed ? `${listed.list} ${listed.kind}` : '',
    isUnauthenticated: when.payerAuthentication?.includes('NOT_AUTHENTICATED') ?? false,
    isCodeWrong: when.securityCode?.includes('NO_MATCH') ?? false,
    isAddressWrong: when.avs?.includes('NO_MATCH') ?? false,
  }
}

/** Made from the name, so that explanations can be read; unique among those that are there. */
export function idFor(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 26)
  const base = plain === '' ? 'rule' : plain
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(id)) return id
  }
}
