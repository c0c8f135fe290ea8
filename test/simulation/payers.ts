import type { TransactionRecord } from '../../src/contract/model.ts'
import type { Interactions } from '../../src/operations/interactions/interactions.ts'
import { browserPaymentLifeMs } from '../../src/orders/periods.ts'
import type { ChallengePages } from './challengePages.ts'
import { nameOfRequest } from './clientLog.ts'
import { type ConnectionParts, isInjected, overConnection } from './connection.ts'
import type { Node } from './node.ts'
import type { Outside } from './outside.ts'
import type { Request } from './workload.ts'

/**
 * Those who pay. Their browsers are sent to the provider or the issuer and back; they reload, open a second
 * tab, change their mind, come too late, or never.
 */
export class Payers {
  readonly #parts: PayersParts
  readonly #met = new Set<string>()
  /** What payers can pay at the provider, whenever they come. */
  readonly #payments: { readonly interactionId: string; readonly endsAtMs: number }[] = []
  readonly #settledBy = new Map<string, number>()
  readonly #counts: Partial<Record<Deed, number>> = {}
  #underWay = 0
  #isClosed = false

  constructor(parts: PayersParts) {
    this.#parts = parts
  }

  /** A merchant got an answer that a payer has to act upon. */
  meet(request: Request, record: TransactionRecord, merchant: Merchant): void {
    const name = `${request.operation.name} ${nameOfRequest(request)}`
    const errand = this.#isClosed || this.#met.has(name) ? undefined : this.#errandOf(request, record)
    if (!errand) return
    this.#met.add(name)
    const isBack = () => merchant.payerIsBack(request)
    const tabs = this.#parts.random.chance(0.15) ? 2 : 1
    for (let tab = 0; tab < tabs; tab += 1) void this.#attend(errand, isBack)
  }

  areDone(): boolean {
    return this.#underWay === 0
  }

  /** No further payers come. */
  close(): void {
    this.#isClosed = true
  }

  /** Everybody pays now and comes back, when no merchant and no gateway waits for it any more. */
  async comeLate(): Promise<void> {
    const { visits } = this.#parts.outside
    for (const { interactionId } of this.#payments) {
      await visits.open(interactionId)
      const visit = await visits.act(interactionId, { act: 'approve' })
      await this.#browse(one => one.returned(tokenIn(visit?.payment.returnCallback)))
    }
  }

  /** When the time of the first of them is over; undefined where nobody was sent to the provider. */
  firstEndsAtMs(): number | undefined {
    return this.#payments[0]?.endsAtMs
  }

  /** Whoever has not decided yet agrees when the time is just about over, and comes back at once. */
  async decideAtTheEnd(): Promise<void> {
    const { world, random, outside } = this.#parts
    const decide = async (interactionId: string) => {
      await outside.visits.open(interactionId)
      const visit = await outside.visits.act(interactionId, { act: 'approve' })
      await this.#think(2_000)
      await this.#browse(one => one.returned(tokenIn(visit?.payment.returnCallback)))
      this.#did('decided at the end')
    }
    const decisions = this.#payments.map(({ interactionId, endsAtMs }) => {
      const inMs = endsAtMs - world.nowMs() + random.between(-2_000, 15_000)
      return new Promise<void>(resolve => world.after(inMs, () => void decide(interactionId).then(resolve)))
    })
    await Promise.all(decisions)
  }

  counts(): Readonly<Partial<Record<Deed, number>>> {
    return this.#counts
  }

  #errandOf(request: Request, { authentication, browserPayment }: TransactionRecord): Errand | undefined {
    const { name } = request.operation
    const { cReq, methodPostData } = authentication?.redirect?.customizedHtml?.['3ds2'] ?? {}
    if (name === 'INITIATE_BROWSER_PAYMENT' && browserPayment?.interaction?.timeInitiated !== undefined) {
      const interactionId = this.#parts.outside.payerLedger.startedFor(nameOfRequest(request))
      const endsAtMs = this.#parts.world.nowMs() + browserPaymentLifeMs
      this.#payments.push({ interactionId, endsAtMs })
      return isBack => this.#pay({ interactionId, redirectUrl: browserPayment.redirectUrl }, isBack)
    }
    if (name === 'AUTHENTICATE_PAYER' && cReq !== undefined)
      return isBack => this.#answerChallenge(cReq, isBack)
    if (name === 'INITIATE_AUTHENTICATION' && methodPostData !== undefined)
      return () => this.#beLookedAt(methodPostData)
    return undefined
  }

  async #attend(errand: Errand, isBack: IsBack): Promise<void> {
    this.#underWay += 1
    await errand(isBack)
    this.#underWay -= 1
  }

  async #pay({ interactionId, redirectUrl }: Payment, isBack: IsBack): Promise<void> {
    const { random, outside } = this.#parts
    await this.#think(random.pick([1_000, 20_000]))
    if (random.chance(0.08)) return this.#did('never came')
    const goThere = async () =>
      redirectUrl === undefined ? undefined : await this.#browse(one => one.redirected(tokenIn(redirectUrl)))
    await goThere()
    const visit = await outside.visits.open(interactionId)
    if (!visit) throw new Error('The provider forgets nothing')
    this.#did('came')
    await this.#think(random.pick([2_000, 60_000]))
    const act = random.weighted({ approve: 14, decline: 1, cancel: 2, abort: 1, nothing: 2 })
    if (act === 'nothing') return this.#did('never decided')
    await outside.visits.act(interactionId, { act })
    this.#did(act === 'approve' ? 'agreed' : 'refused')
    if (random.chance(0.15)) return this.#did('never returned')
    const goBack = () => this.#browse(one => one.returned(tokenIn(visit.payment.returnCallback)))
    await goBack()
    this.#did('returned')
    await Promise.all([isBack(), this.#reload(random.pick([goThere, goBack]))])
  }

  async #reload(page: () => Promise<unknown>): Promise<void> {
    if (!this.#parts.random.chance(0.4)) return
    await this.#think(this.#parts.random.pick([1_000, 10_000, 40_000]))
    await page()
    this.#did('reloaded')
  }

  async #answerChallenge(challengeRequest: string, isBack: IsBack): Promise<void> {
    const { random, climate, pages } = this.#parts
    await this.#think(random.pick([1_000, 20_000]))
    if (random.chance(0.05)) return this.#did('never came to the challenge')
    const challenge = await pages.open(challengeRequest)
    if (!challenge) return
    if (random.chance(0.1)) return this.#did('left the challenge')
    await this.#think(random.pick([2_000, 60_000]))
    const goBack = (address: string) => this.#browse(one => this.#challenged(one, tokenIn(address)))
    const { returnAddress } = challenge
    const isForged = returnAddress !== undefined && climate.strikes('return forged')
    if (isForged) {
      await goBack(returnAddress)
      this.#did('returned undecided')
      await isBack()
    }
    const outcome = isForged ? 'N' : random.weighted({ Y: 8, N: 2, cancelled: 1, U: 1, R: 1 })
    const address = await challenge.decide(outcome)
    this.#did('challenged')
    if (random.chance(0.1)) return this.#did('never returned')
    await goBack(address)
    await Promise.all([isBack(), this.#reload(() => goBack(address))])
  }

  /** An address is good for one answer, whoever comes there and how often. */
  async #challenged(interactions: Interactions, token: string) {
    const said = await interactions.challenged(token)
    if (said.state === 'used' || said.state === 'unknown') return said
    const times = (this.#settledBy.get(token) ?? 0) + 1
    this.#settledBy.set(token, times)
    if (times > 1) this.#parts.onWrong(`the ${token} was good for ${times} answers`)
    return said
  }

  async #beLookedAt(methodData: string): Promise<void> {
    const { random, pages } = this.#parts
    await this.#think(2_000)
    const address = pages.methodReturn(methodData)
    if (address === undefined || random.chance(0.2)) return
    await this.#browse(one => one.methodDone(tokenIn(address)))
    this.#did('looked at')
  }

  /** Until a page comes, or no hope: whoever sees none reloads. */
  async #browse(visit: (interactions: Interactions) => Promise<unknown>): Promise<void> {
    const { random, nodes, onFault } = this.#parts
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const isSeen = await overConnection(random.pick(nodes), this.#parts, async ({ interactions }) => {
        try {
          await visit(interactions)
          return true
        } catch (error) {
          if (!isInjected(error)) onFault(error)
          return undefined
        }
      })
      if (isSeen) return
      await this.#think(5_000)
    }
  }

  #did(deed: Deed): void {
    this.#counts[deed] = (this.#counts[deed] ?? 0) + 1
    this.#parts.tell(() => `a payer ${deed}`)
  }

  #think(upToMs: number): Promise<void> {
    const { world, random } = this.#parts
    return new Promise(resolve => world.after(random.between(0, upToMs), () => resolve()))
  }
}

export const deeds = [
  'came',
  'never came',
  'agreed',
  'refused',
  'never decided',
  'returned',
  'never returned',
  'reloaded',
  'looked at',
  'challenged',
  'never came to the challenge',
  'left the challenge',
  'returned undecided',
  'decided at the end',
  'paid by proof',
] as const
type Deed = (typeof deeds)[number]

export type Merchant = {
  /** The payer is on the merchant's page again. */
  readonly payerIsBack: (request: Request) => Promise<void>
}

type IsBack = () => Promise<void>
type Errand = (isBack: IsBack) => Promise<void>
type Payment = { readonly interactionId: string; readonly redirectUrl: unknown }

const tokenIn = (address: unknown): string => String(address).split('/').at(-1) ?? ''

export type PayersParts = ConnectionParts & {
  readonly nodes: readonly [Node, ...Node[]]
  readonly outside: Outside
  /** Of whoever authenticates payers. */
  readonly pages: ChallengePages
  readonly onFault: (fault: unknown) => void
  /** Called for violations. */
  readonly onWrong: (violation: string) => void
  readonly tell: (event: () => string) => void
}
