// The acquirer that the gateway asks where there are links: it chooses one of them for each payment, and
// stays with it for everything that follows.

import type {
  Acquirer,
  AcquirerAnswer,
  AcquirerAsk,
  AcquirerVerb,
  Assignment,
  BalanceAsk,
  MerchantOffer,
  RouteChoice,
  UnsentReason,
} from '../port.ts'
import { createRouteTable, type PreparedRoutes, type RoutedAsk, type RouteSettings } from './routeChoice.ts'
import { linkOfTrace } from './tracedLink.ts'

export type RoutedAcquirerOptions = {
  /** By the name of the link. */
  readonly acquirers: ReadonlyMap<string, Acquirer>
  readonly links: RouteSettings
}

/**
 * Another link is tried only where the one before has sent nothing: it says so itself in `assign`, or the
 * caller names it in `tried` after `unsent`. What follows a transaction goes where that went, or nowhere.
 */
export function createRoutedAcquirer({ acquirers, links }: RoutedAcquirerOptions): Acquirer {
  const table = createRouteTable(links)
  const assign = async (ask: AcquirerAsk, tried: readonly string[] = []): Promise<Assignment> => {
    if ('original' in ask)
      return stay(acquirers, ask, tried, linkOfTrace(ask.original.trace), followsOriginal)
    const earlier = 'earlierTrace' in ask ? linkOfTrace(ask.earlierTrace) : undefined
    if (earlier !== undefined) return stay(acquirers, ask, tried, earlier, followsEarlier)
    const candidates = table.candidates(ask)
    if (!candidates || candidates.links.length === 0) return { refused: whyNoRoute(table, ask) }
    return firstThatCan({ acquirers, ask, tried, ...candidates })
  }
  return {
    name: 'routed',
    verbs: verbsOf([...acquirers.values()]),
    offersTo: merchantId => offerOf(acquirers, table.routesOf(merchantId)),
    assign,
    async send(ask, deadline) {
      if (ask.verb === 'balance') return sendBalance(acquirers, table, ask, deadline)
      const link = linkOfTrace(ask.trace ?? ('original' in ask ? ask.original.trace : undefined))
      const acquirer = link === undefined ? undefined : acquirers.get(link)
      // A link that was taken out of the file: nobody else may be asked in its place.
      return acquirer ? acquirer.send(ask, deadline) : notOfThisNode
    },
  }
}

const verbsOf = (acquirers: readonly Acquirer[]): ReadonlySet<AcquirerVerb> =>
  new Set(acquirers.flatMap(({ verbs }): readonly AcquirerVerb[] => [...verbs]))

/** Together over all its routes: which brand goes with which currency cannot be told apart there. */
function offerOf(
  acquirers: RoutedAcquirerOptions['acquirers'],
  routes: ReturnType<PreparedRoutes['routesOf']>,
): MerchantOffer {
  const usable = routes.filter(({ links }) => links.length > 0)
  const links = [...new Set(usable.flatMap(route => route.links))]
  const allOf = (values: readonly (readonly string[] | undefined)[]) =>
    values.some(each => each === undefined) ? undefined : new Set(values.flatMap(each => each ?? []))
  const brands = allOf(usable.map(route => route.brands))
  const currencies = allOf(usable.map(route => route.currencies))
  return {
    verbs: verbsOf(links.flatMap(link => acquirers.get(link) ?? [])),
    ...(brands && { brands }),
    ...(currencies && { currencies }),
  }
}

/** A balance is not recorded and holds nothing: whoever can be asked is asked. */
async function sendBalance(
  acquirers: RoutedAcquirerOptions['acquirers'],
  table: PreparedRoutes,
  ask: BalanceAsk,
  deadline: AbortSignal,
): Promise<AcquirerAnswer> {
  const links = table.candidates(ask)?.links ?? []
  let answer: AcquirerAnswer = { ...noRoute, acquirerMessage: whyNoRoute(table, ask) }
  for (const link of links) {
    answer = (await acquirers.get(link)?.send(ask, deadline)) ?? notConnected
    if (answer.outcome !== 'unsent') break
  }
  return answer
}

const notConnected: AcquirerAnswer = { outcome: 'unsent', reason: 'not connected' }
const notOfThisNode: AcquirerAnswer = { outcome: 'unsent', reason: 'not of this link' }
const noRoute = { outcome: 'declined', gatewayCode: 'NOT_SUPPORTED', acquirerCode: '' } as const

const followsOriginal = 'the transaction it follows went there'
const followsEarlier = 'an earlier payment of the order went there'

async function stay(
  acquirers: ReadonlyMap<string, Acquirer>,
  ask: AcquirerAsk,
  tried: readonly string[],
  link: string | undefined,
  because: string,
): Promise<Assignment> {
  if (link === undefined)
    return { refused: 'The transaction that this one follows was sent to an acquirer without a link.' }
  const acquirer = acquirers.get(link)
  if (!acquirer?.assign)
    return { refused: `The link ${link} of the transaction it follows is not configured.` }
  const route: RouteChoice = { link, because }
  if (tried.includes(link)) return { unsent: 'not connected', route }
  const assigned = await acquirer.assign(ask, tried)
  if (!assigned) return { unsent: 'not connected', route }
  return 'refused' in assigned ? assigned : { ...assigned, route }
}

type ChoiceOptions = Pick<RoutedAcquirerOptions, 'acquirers'> & {
  readonly ask: RoutedAsk
  readonly tried: readonly string[]
  readonly links: readonly string[]
  readonly because: string
  readonly others: readonly { readonly link: string; readonly why: string }[]
}

async function firstThatCan(options: ChoiceOptions): Promise<Assignment> {
  const { acquirers, ask, tried, links, because } = options
  const others = [...options.others]
  let trouble: UnsentReason = 'not connected'
  let isInTrouble = false
  let refusal: string | undefined
  for (const [index, link] of links.entries()) {
    const acquirer = acquirers.get(link)
    const assigned = tried.includes(link) ? undefined : await acquirer?.assign?.(ask, tried)
    if (assigned && 'trace' in assigned) {
      others.push(...links.slice(index + 1).map(later => ({ link: later, why: 'comes after it' })))
      return { ...assigned, route: { link, because, ...(others.length > 0 && { others }) } }
    }
    if (assigned && 'refused' in assigned) refusal = assigned.refused
    else isInTrouble = true
    if (assigned && 'unsent' in assigned) trouble = assigned.unsent
    others.push({ link, why: whyNot(assigned) })
  }
  // Where even one of them was only in trouble, the same request may succeed later.
  if (refusal !== undefined && !isInTrouble) return { refused: refusal }
  return { unsent: trouble, route: { because, others } }
}

function whyNot(assigned: Exclude<Assignment, { trace: string }> | undefined): string {
  if (!assigned) return 'was tried, and nothing was sent'
  return 'unsent' in assigned ? assigned.unsent : assigned.refused
}

function whyNoRoute(table: PreparedRoutes, { merchantId }: RoutedAsk): string {
  return table.linksOf(merchantId).size === 0
    ? 'No acquirer of this gateway knows this merchant.'
    : 'No route leads such a payment of this merchant to an acquirer.'
}
