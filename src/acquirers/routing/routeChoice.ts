// Which links a payment may go to, in which order, by the routes of the links file.

import { brandOf } from '../../standards/cardBrands.ts'
import { channelOf } from '../channel.ts'
import type { BalanceAsk, PaymentAsk } from '../port.ts'
import type { AcquirerLinks, AcquirerRoute, LinkSettings, WeightedLink } from './settings.ts'

export type RoutedAsk = PaymentAsk | BalanceAsk

/** The part of the links file that decides. */
export type RouteSettings = Pick<AcquirerLinks, 'merchants' | 'routes'> & {
  readonly links: readonly Pick<LinkSettings, 'name'>[]
}

export type PreparedRoutes = ReturnType<typeof createRouteTable>

type RouteCandidates = {
  /** In the order in which they are tried. */
  readonly links: readonly string[]
  /** Why these, for explain. */
  readonly because: string
  /** Links of the file that are out of the question, and why. */
  readonly others: readonly { readonly link: string; readonly why: string }[]
}

/** The routes of a links file, prepared: each ask takes one look at the routes of its merchant. */
export function createRouteTable({ links, merchants, routes }: RouteSettings) {
  const allLinks = links.map(({ name }) => name)
  const linksOf = new Map<string, ReadonlySet<string>>()
  for (const { merchantId, link } of merchants)
    linksOf.set(merchantId, new Set([...(linksOf.get(merchantId) ?? []), link]))
  const prepared = routes.map(prepare)
  return {
    /** Undefined where no link knows the merchant, or no route fits. */
    candidates(ask: RoutedAsk): RouteCandidates | undefined {
      const known = linksOf.get(ask.merchantId)
      const route = prepared.find(each => each.fits(ask))
      if (!known || !route) return undefined
      const ordered = inOrder(ask, route.to)
      return {
        links: ordered.filter(link => known.has(link)),
        because: route.because,
        others: allLinks.flatMap(link => {
          if (!ordered.includes(link)) return [{ link, why: `not in ${route.name}` }]
          return known.has(link) ? [] : [{ link, why: 'does not know the merchant' }]
        }),
      }
    },
    /** The routes that payments of a merchant can take, each with the links that know it. */
    routesOf(merchantId: string): readonly MerchantRoute[] {
      const known = linksOf.get(merchantId) ?? none
      return routes
        .filter(({ merchants: only }) => !only || only.includes(merchantId))
        .map(({ brands, currencies, to }) => ({
          ...(brands && { brands }),
          ...(currencies && { currencies }),
          links: to.map(({ link }) => link).filter(link => known.has(link)),
        }))
    },
    linksOf: (merchantId: string): ReadonlySet<string> => linksOf.get(merchantId) ?? none,
  }
}

type MerchantRoute = Pick<AcquirerRoute, 'brands' | 'currencies'> & { readonly links: readonly string[] }

const none: ReadonlySet<string> = new Set()

type PreparedRoute = {
  readonly name: string
  readonly because: string
  readonly to: readonly WeightedLink[]
  readonly fits: (ask: RoutedAsk) => boolean
}

function prepare(route: AcquirerRoute, index: number): PreparedRoute {
  const { merchants, brands, currencies, amountFrom, amountUpTo, channels, to } = route
  const name = `route ${index + 1}`
  const isAmong = (values: readonly string[] | undefined): ((value: string | undefined) => boolean) => {
    if (!values) return () => true
    const all = new Set<string | undefined>(values)
    return value => all.has(value)
  }
  const ofMerchants = isAmong(merchants)
  const ofCurrencies = isAmong(currencies)
  const ofBrands = isAmong(brands)
  const ofChannels = isAmong(channels)
  return {
    ...{ name, to, because: `${name}: ${conditionsOf(route)}` },
    fits: ask =>
      ofMerchants(ask.merchantId) &&
      ofCurrencies(ask.currency) &&
      isWithin('amount' in ask ? ask.amount : 0n, amountFrom, amountUpTo) &&
      ofChannels(channelOf(ask)) &&
      (!brands || ofBrands(brandOf(ask.card.number))),
  }
}

const isWithin = (amount: bigint, from: bigint | undefined, upTo: bigint | undefined): boolean =>
  (from === undefined || amount >= from) && (upTo === undefined || amount <= upTo)

function conditionsOf({ merchants, brands, currencies, amountFrom, amountUpTo, channels }: AcquirerRoute) {
  const conditions = [
    ...(merchants ? ['merchant'] : []),
    ...(brands ? [`brand ${brands.join(', ')}`] : []),
    ...(currencies ? [`currency ${currencies.join(', ')}`] : []),
    ...(amountFrom === undefined && amountUpTo === undefined ? [] : ['amount']),
    ...(channels ? [`channel ${channels.join(', ')}`] : []),
  ]
  return conditions.length === 0 ? 'for all payments' : `by ${conditions.join('; ')}`
}

/**
 * Links in the order in which they are tried: each comes first as often as its weight says. It follows from
 * the ids alone, so a repeat and a rehearsal decide the same. Those without weight come last, as written.
 */
function inOrder(ask: RoutedAsk, to: readonly WeightedLink[]): readonly string[] {
  const shares = to.filter(({ weight }) => weight > 0)
  const inReserve = to.filter(({ weight }) => weight === 0)
  if (shares.length < 2) return [...shares, ...inReserve].map(({ link }) => link)
  const key = 'orderId' in ask ? `${ask.merchantId}\n${ask.orderId}\n${ask.transactionId}` : ask.merchantId
  // Of independent exponential waiting times, each is the shortest with a chance that is its rate's share.
  const timed = shares.map(({ link, weight }) => ({
    link,
    waiting: -Math.log(fractionOf(`${key}\n${link}`)) / weight,
  }))
  timed.sort((one, other) => one.waiting - other.waiting)
  return [...timed, ...inReserve].map(({ link }) => link)
}

/** A number between 0 and 1, both excluded, that follows from a text and looks random. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32
}
