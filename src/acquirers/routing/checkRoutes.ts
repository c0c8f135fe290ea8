// The routes of the links file: to whom they lead, for whom, and whether every merchant is known there.

import { fitsCurrency, toMinor } from '../../orders/money.ts'
import { listOf, matchingText, numberBetween, type PlacedGroup } from '../../platform/placedValues.ts'
import { shownName, shownValue } from '../../platform/shownValue.ts'
import { cardBrands } from '../../standards/cardBrands.ts'
import { currencies } from '../../standards/currencies.ts'
import { nearest } from '../../standards/nearest.ts'
import { transactionSources } from '../../standards/paymentCodes.ts'
import type { AcquirerRoute, MerchantIdentity, WeightedLink } from './settings.ts'

type KnownNames = {
  readonly names: readonly string[]
  readonly merchants: readonly MerchantIdentity[]
}

export function checkRoutes(whole: PlacedGroup, known: KnownNames): readonly AcquirerRoute[] {
  const groups = whole.groups('routes', routeKeys)
  const placed = groups.flatMap(group => {
    const route = readRoute(group, known)
    return route ? [{ group, route }] : []
  })
  for (const { group, route } of placed) checkNamedMerchants(group, route, known)
  checkOtherMerchants(placed, known)
  return placed.map(({ route }) => route)
}

const routeKeys = ['merchants', 'brands', 'currencies', 'amountFrom', 'amountUpTo', 'channels', 'to']

function readRoute(group: PlacedGroup, known: KnownNames): AcquirerRoute | undefined {
  const merchants = group.optional('merchants', listOf(anyText))
  const brands = wordsAmong(group, 'brands', cardBrands)
  const ofCurrencies = wordsAmong(group, 'currencies', currencies)
  const channels = wordsAmong(group, 'channels', transactionSources)
  const amounts = readAmounts(group, ofCurrencies)
  const to = readTargets(group, known.names)
  if (to === undefined) return undefined
  return {
    ...(merchants && { merchants }),
    ...(brands && { brands }),
    ...(ofCurrencies && { currencies: ofCurrencies }),
    ...amounts,
    ...(channels && { channels }),
    to,
  }
}

const anyText = matchingText(/./, 'text')

function wordsAmong(group: PlacedGroup, key: string, all: readonly string[]): readonly string[] | undefined {
  const words = group.optional(key, listOf(anyText))
  for (const word of words ?? []) {
    if (all.includes(word)) continue
    const near = nearest(word, all)
    group.object(
      key,
      `${shownValue(word)} is not known; ${near ? `did you mean ${near}?` : `there are ${all.join(', ')}`}`,
    )
  }
  return words
}

function readAmounts(group: PlacedGroup, ofCurrencies: readonly string[] | undefined) {
  const from = group.optional('amountFrom', decimal)
  const upTo = group.optional('amountUpTo', decimal)
  if (from === undefined && upTo === undefined) return {}
  const [currency, ...more] = ofCurrencies ?? []
  if (currency === undefined || more.length > 0)
    return group.object('currencies', 'must be exactly one where a route goes by the amount') ?? {}
  const inMinorUnits = (key: string, amount: string | undefined) => {
    if (amount === undefined) return undefined
    if (fitsCurrency(amount, currency)) return toMinor(amount, currency)
    return group.object(key, `${shownValue(amount)} is not an amount of ${currency}`)
  }
  const amountFrom = inMinorUnits('amountFrom', from)
  const amountUpTo = inMinorUnits('amountUpTo', upTo)
  if (amountFrom !== undefined && amountUpTo !== undefined && amountFrom > amountUpTo)
    group.object('amountUpTo', 'is less than amountFrom')
  return { ...(amountFrom !== undefined && { amountFrom }), ...(amountUpTo !== undefined && { amountUpTo }) }
}

const decimal = matchingText(/^\d{1,14}(?:\.\d{1,3})?$/, 'an amount as text, such as "100.00"')

/** Names alone are an order: the others are for when the first cannot send. With weights they are shares. */
function readTargets(group: PlacedGroup, names: readonly string[]): readonly WeightedLink[] | undefined {
  const given = group.value('to')
  if (!Array.isArray(given) || given.length === 0)
    return group.object('to', 'must be a list of links, such as ["first", "second"]')
  const targets = given.every(each => typeof each === 'string')
    ? given.map((link: string, index) => ({ link, weight: index === 0 ? 1 : 0 }))
    : sharesOf(group)
  for (const { link } of targets) if (!names.includes(link)) group.object('to', unknownLink(link, names))
  const repeated = targets.find(({ link }, index) => targets.findIndex(each => each.link === link) !== index)
  if (repeated) group.object('to', `has ${repeated.link} twice`)
  if (targets.length > 0 && targets.every(({ weight }) => weight === 0))
    group.object('to', 'must have a link whose weight is more than 0')
  return targets
}

function sharesOf(group: PlacedGroup): readonly WeightedLink[] {
  return group.groups('to', ['link', 'weight']).flatMap(each => {
    const link = each.required('link', anyText)
    const weight = each.required('weight', numberBetween(0, 1_000))
    return link === undefined || weight === undefined ? [] : [{ link, weight }]
  })
}

function unknownLink(link: string, names: readonly string[]): string {
  const near = nearest(link, names)
  const known = near ? `did you mean ${near}?` : `there are ${names.join(', ')}`
  return `there is no link ${shownValue(link)}; ${known}`
}

/** A merchant that a route names must be known to every link it leads to. */
function checkNamedMerchants(group: PlacedGroup, { merchants, to }: AcquirerRoute, known: KnownNames): void {
  for (const merchantId of merchants ?? [])
    for (const { link } of to)
      if (known.names.includes(link) && !isKnown(known, merchantId, link))
        group.object(
          'merchants',
          `${shownName(merchantId)} has no identity at ${link}: add it to "merchants"`,
        )
}

/** A route for everybody must be of use to every merchant that no earlier route serves alone. */
function checkOtherMerchants(placed: readonly PlacedRoute[], known: KnownNames): void {
  const merchantIds = [...new Set(known.merchants.map(({ merchantId }) => merchantId))]
  for (const [index, { group, route }] of placed.entries()) {
    // Mistakes in its own links were told already.
    const isUnclear = route.to.length === 0 || route.to.some(({ link }) => !known.names.includes(link))
    if (route.merchants || isUnclear) continue
    const lost = merchantIds.filter(
      merchantId =>
        !placed.slice(0, index).some(earlier => servesAlways(earlier.route, merchantId)) &&
        !route.to.some(({ link }) => isKnown(known, merchantId, link)),
    )
    for (const merchantId of lost)
      group.object(
        'to',
        `leads ${merchantId} to links where it has no identity: add one, or a route before it`,
      )
  }
}

type PlacedRoute = { readonly group: PlacedGroup; readonly route: AcquirerRoute }

function servesAlways(route: AcquirerRoute, merchantId: string): boolean {
  const { merchants, brands, currencies: inCurrencies, channels } = route
  const isConditional = brands || inCurrencies || channels
  return !isConditional && (merchants?.includes(merchantId) ?? false)
}

const isKnown = ({ merchants }: KnownNames, merchantId: string, link: string): boolean =>
  merchants.some(each => each.merchantId === merchantId && each.link === link)
