import type { ChallengePages, OpenChallenge } from '../challengePages.ts'
import { type ConnectionParts, isInjected, overConnection } from '../connection.ts'
import type { Node } from '../node.ts'
import { replyIn, replyInWords, SchemeBook, type SchemeEnd, type SchemePage } from './book.ts'
import { schemeNames } from './directoryServers.ts'
import { aresText, cancelled, gaveUp, type MessageIds, rreqText, type Word, wordOf } from './word.ts'

/**
 * Two schemes: their directory servers, and the issuers behind them. They never die and forget nothing, but
 * what they deliver comes early, late, twice, contradicts itself, comes from the wrong one, or never comes.
 */
export class Schemes implements ChallengePages, SchemeEnd {
  readonly book = new SchemeBook()
  readonly #parts: SchemesParts
  #words = 0
  #ids = 0

  constructor(parts: SchemesParts) {
    this.#parts = parts
  }

  receive(scheme: string, text: string): string {
    const message: Readonly<Record<string, unknown>> = JSON.parse(text)
    if (message.messageType === 'AReq') return this.#authenticate(scheme, message)
    this.#parts.onWrong(`${scheme} was told ${text}`)
    return ''
  }

  async open(challengeRequest: string): Promise<OpenChallenge | undefined> {
    const message = readPosted(challengeRequest)
    const page = this.book.pageOf(message.threeDSServerTransID)
    if (!page || page.ids.acsTransID !== message.acsTransID) {
      this.#parts.onWrong(`an issuer got a CReq about nothing it knows: ${JSON.stringify(message)}`)
      return undefined
    }
    if (!page.isOpened) this.#after(finishesWithinMs, () => this.#decide(page, gaveUp('04')))
    page.isOpened = true
    if (page.decided) return undefined
    return {
      returnAddress: page.returnAddress,
      decide: async outcome => {
        await this.#decide(page, outcome === 'cancelled' ? cancelled : this.#newWord(outcome))
        return page.returnAddress
      },
    }
  }

  methodReturn(methodData: string): string | undefined {
    return String(readPosted(methodData).threeDSMethodNotificationURL)
  }

  #authenticate(scheme: string, message: Readonly<Record<string, unknown>>): string {
    const { random, climate, tell } = this.#parts
    const known = this.book.pageOf(message.threeDSServerTransID)
    if (known) known.timesAsked += 1
    const page = known ?? this.#newPage(scheme, message)
    tell(() => `${scheme} is asked about ${nameOf(page)}: ${page.answered?.status ?? 'C'}`)
    if (!known && !page.answered) {
      this.#after(beginsWithinMs, () => page.isOpened || this.#decide(page, gaveUp('05')))
      if (climate.strikes('result before answer'))
        this.#after(0, () => this.#decide(page, this.#newWord(random.pick(['Y', 'N', 'A']))))
    }
    return aresText(page.version, page.ids, page.answered)
  }

  #newPage(scheme: string, message: Readonly<Record<string, unknown>>): SchemePage {
    const status = this.#parts.random.weighted({ C: 12, Y: 2, A: 1, N: 1, R: 1, U: 1 })
    const page: SchemePage = {
      number: this.book.pages().length + 1,
      scheme,
      version: message.messageVersion === '2.3.1' ? '2.3.1' : '2.2.0',
      ids: {
        threeDSServerTransID: String(message.threeDSServerTransID),
        acsTransID: this.#newId(),
        dsTransID: this.#newId(),
      },
      returnAddress: String(message.notificationURL),
      timesAsked: 1,
      answered: status === 'C' ? undefined : this.#newWord(status),
      isOpened: false,
      deliveries: [],
    }
    this.book.open(page)
    return page
  }

  /** The first decision counts. */
  async #decide(page: SchemePage, word: Word): Promise<void> {
    if (page.decided) return
    page.decided = word
    const { climate, random, challengeMs } = this.#parts
    if (climate.strikes('result never')) return
    const forged = this.#newWord('Y')
    if (climate.strikes('result of another server'))
      await this.#deliver(page, { word: forged, scheme: otherThan(page.scheme) })
    if (climate.strikes('result with other ids'))
      await this.#deliver(page, { word: forged, ids: this.#otherIds(page.ids) })
    const words = this.#wordsToSend(word)
    if (climate.strikes('result late'))
      this.#after(challengeMs + random.between(-5_000, 300_000), () => this.#deliverAll(page, words))
    else if (climate.strikes('result after return'))
      this.#after(random.between(0, 20_000), () => this.#deliverAll(page, words))
    else await this.#deliverAll(page, words)
  }

  /** Once, unless something goes wrong. */
  #wordsToSend(word: Word): readonly Word[] {
    const { climate, random } = this.#parts
    const words = climate.strikes('result twice') ? [word, word] : [word]
    if (!climate.strikes('result contradicted')) return words
    const other = this.#newWord(random.pick(['Y', 'N']))
    return random.chance(0.5) ? [other, ...words] : [...words, other]
  }

  async #deliverAll(page: SchemePage, words: readonly Word[]): Promise<void> {
    if (words.length > 1 && this.#parts.random.chance(0.5)) {
      await Promise.all(words.map(word => this.#deliver(page, { word })))
      return
    }
    for (const word of words) await this.#deliver(page, { word })
  }

  /** To any node; where no answer comes, perhaps to another. */
  async #deliver(page: SchemePage, { word, scheme = page.scheme, ids = page.ids }: Sent): Promise<void> {
    const { random, nodes, world, tell } = this.#parts
    const text = rreqText(page.version, ids, word)
    const kind = scheme !== page.scheme ? 'other scheme' : ids !== page.ids ? 'other ids' : 'right'
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const node = random.pick(nodes())
      const before = { sentAtMs: world.nowMs(), wasOpened: page.isOpened }
      tell(() => `${scheme} tells ${node.name} ${word.status} about ${nameOf(page)} (${kind})`)
      const reply = replyIn(await this.#post(node, scheme, text))
      page.deliveries.push({ word, kind, ...before, heardAtMs: world.nowMs(), reply })
      tell(() => `${scheme} hears of ${nameOf(page)}: ${replyInWords(reply)}`)
      if (reply.kind !== 'none' || random.chance(0.5)) return
    }
  }

  #post(node: Node, scheme: string, text: string): Promise<string | undefined> {
    return overConnection(node, this.#parts, async ({ results }) => {
      try {
        return await results(scheme).receive(text)
      } catch (error) {
        if (!isInjected(error)) this.#parts.onFault(error)
        return undefined
      }
    })
  }

  #newWord(status: Word['status']): Word {
    this.#words += 1
    return wordOf(status, this.#words)
  }

  #newId(): string {
    this.#ids += 1
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`
  }

  #otherIds(ids: MessageIds): MessageIds {
    const name = this.#parts.random.pick(['acsTransID', 'dsTransID', 'threeDSServerTransID'])
    return { ...ids, [name]: this.#newId() }
  }

  #after(delayMs: number, act: () => unknown): void {
    this.#parts.world.after(delayMs, () => void act())
  }
}

type Sent = { readonly word: Word; readonly scheme?: string; readonly ids?: MessageIds }

export type SchemesParts = ConnectionParts & {
  readonly nodes: () => readonly [Node, ...Node[]]
  /** How long gateways wait for a result. */
  readonly challengeMs: number
  readonly onFault: (fault: unknown) => void
  readonly onWrong: (violation: string) => void
  readonly tell: (event: () => string) => void
}

/** A browser that was told of a challenge has to come within this, and finish it within that. */
const beginsWithinMs = 30_000
const finishesWithinMs = 600_000

const nameOf = ({ number }: SchemePage): string => `authentication ${number}`

const otherThan = (scheme: string): string => schemeNames.find(name => name !== scheme) ?? scheme

function readPosted(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}
