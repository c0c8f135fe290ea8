// Results of challenges (RReq): the issuer makes them, the directory server delivers them to the gateway and
// checks what it answers (RRes).

import { randomUUID } from 'node:crypto'
import { errorMessageOf } from './errorMessage.ts'
import type { DirectoryFaultDeck, HitFault, resultFaults } from './faults.ts'
import { methodField, verdictFields } from './issuer.ts'
import type { MessageRecord } from './messageRecord.ts'
import { readMessage } from './readMessage.ts'
import type { PostFate } from './resultPost.ts'
import type { PosterName, SchemePosters } from './schemePosters.ts'
import type { Scheme } from './schemes.ts'
import type { WireMessage } from './tables/forms.ts'
import { errorTable, resultsResponseTable } from './tables/otherMessages.ts'
import type { DirectoryTransaction, DirectoryTransactions } from './transactions.ts'
import { type ChallengeEnd, verdictsByEnd } from './verdicts.ts'

export type PostedResult = {
  readonly atMs: number
  readonly scheme: string
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly transStatus: string
  /** What the gateway said: resultsStatus, an error code, or why there is no answer. */
  readonly fate: 'answered' | 'refused' | 'lost'
  readonly said: string
  readonly ms: number
}

export type ResultPosting = {
  /** The end of a challenge; resolves when the browser may go back. */
  readonly conclude: (transaction: DirectoryTransaction, end: ChallengeEnd) => Promise<void>
  /** Delivers now, as it should be. */
  readonly deliver: (transaction: DirectoryTransaction, end: ChallengeEnd) => Promise<void>
  /** Delivers what is due by now. */
  readonly sweep: () => void
  readonly delivered: () => readonly PostedResult[]
}

type ResultMeans = {
  readonly schemeNamed: (name: string) => Scheme | undefined
  readonly posters: SchemePosters
  readonly transactions: Pick<DirectoryTransactions, 'resultsUrlOf'>
  readonly faults: Pick<DirectoryFaultDeck, 'draw'>
  readonly record: MessageRecord
  readonly nowMs: () => number
}

type ResultFault = HitFault<keyof typeof resultFaults>

const answerTimeoutMs = 3_000
const deliveredMax = 1_000

export function createResults(means: ResultMeans): ResultPosting {
  const delivered: PostedResult[] = []
  const waiting = new Set<{ readonly atMs: number; readonly act: () => void }>()
  const send = async (transaction: DirectoryTransaction, content: WireMessage, route: Route = {}) => {
    const done = await delivery(means, transaction, { content, ...route })
    delivered.push(done)
    if (delivered.length > deliveredMax) delivered.shift()
  }
  const contentOf = (transaction: DirectoryTransaction, end: ChallengeEnd) =>
    resultContent(transaction, end, means.schemeNamed(transaction.scheme))
  return {
    async conclude(transaction, end) {
      const fault = means.faults.draw('result', { scheme: transaction.scheme })
      const content = contentOf(transaction, end)
      const delayMs = fault && delayOf(fault)
      if (delayMs !== undefined) {
        const act = () => void send(transaction, content, { isDeliberate: true })
        waiting.add({ atMs: means.nowMs() + delayMs, act })
        return
      }
      if (fault?.name === 'rreq-never') return
      if (fault === undefined) return send(transaction, content)
      await send(transaction, altered(content, fault), { ...routeOf(fault), isDeliberate: true })
      if (fault.name === 'rreq-twice') await send(transaction, content, { isDeliberate: true })
      if (fault.name === 'rreq-complaint') await complain(means, transaction)
      if (fault.name === 'rreq-contradicted')
        await send(transaction, contentOf(transaction, end === 'Y' ? 'N' : 'Y'), { isDeliberate: true })
    },
    deliver: (transaction, end) => send(transaction, contentOf(transaction, end)),
    sweep() {
      for (const each of waiting) {
        if (each.atMs > means.nowMs()) continue
        waiting.delete(each)
        each.act()
      }
    },
    delivered: () => [...delivered],
  }
}

export function resultContent(
  transaction: DirectoryTransaction,
  end: ChallengeEnd,
  scheme: Scheme | undefined,
): WireMessage {
  const { version, ids, category, challenge } = transaction
  const verdict: (typeof verdictsByEnd)[ChallengeEnd] & { readonly cancel?: string } = verdictsByEnd[end]
  const { status, cancel } = verdict
  const about = { version, content: { messageCategory: category } }
  return {
    messageType: 'RReq',
    messageVersion: version,
    ...ids,
    messageCategory: category,
    ...(scheme && verdictFields(verdict, { ...about, scheme })),
    ...((status === 'Y' || status === 'N') && methodField(version)),
    interactionCounter: String(Math.min(99, challenge?.interactions ?? 0)).padStart(2, '0'),
    ...(cancel !== undefined && { challengeCancel: cancel }),
  }
}

const delayOf = ({ name, ms }: ResultFault): number | undefined => {
  if (name === 'rreq-after-return') return ms ?? 2_000
  return name === 'rreq-late' ? (ms ?? 12 * 60_000) : undefined
}

function altered(content: WireMessage, { name }: ResultFault): WireMessage {
  switch (name) {
    case 'rreq-other-ids':
      return { ...content, acsTransID: randomUUID(), dsTransID: randomUUID() }
    case 'rreq-unknown':
      return { ...content, threeDSServerTransID: randomUUID() }
    case 'rreq-challenge':
      return { ...content, transStatus: 'C' }
    case 'rreq-missing':
      return { ...content, dsTransID: undefined }
    default:
      return content
  }
}

/** By whom it is delivered, and to whose address. */
type Route = {
  readonly as?: PosterName
  readonly isElsewhere?: boolean
  readonly isDeliberate?: boolean
}

function routeOf({ name }: ResultFault): Route {
  switch (name) {
    case 'rreq-wrong-server':
      return { as: 'other', isElsewhere: true }
    case 'rreq-wrong-certificate':
      return { as: 'other' }
    case 'rreq-expired-certificate':
      return { as: 'expired' }
    case 'rreq-own-certificate':
      return { as: 'own' }
    case 'rreq-no-certificate':
      return { as: 'none' }
    default:
      return {}
  }
}

/** A directory server that gave up waiting says so; nothing answers an error message. */
async function complain(
  { posters, record }: ResultMeans,
  { scheme, version, ids, resultsUrl }: DirectoryTransaction,
): Promise<void> {
  const error = { code: '402', detail: 'The answer came too late.' }
  const about = { ...ids, messageType: 'RReq' }
  const content = errorMessageOf(error, { component: 'D', about, version })
  const text = JSON.stringify(content)
  record.note({ direction: 'sent', scheme, kind: 'Erro', text, content, isDeliberate: true })
  const poster = await posters.posterOf(scheme, 'true')
  await poster.post(resultsUrl, text, answerTimeoutMs)
}

type SentResult = Route & { readonly content: WireMessage }

async function delivery(
  { posters, transactions, record, nowMs }: ResultMeans,
  { scheme, ids, resultsUrl, version }: DirectoryTransaction,
  { content, as = 'true', isElsewhere = false, isDeliberate = false }: SentResult,
): Promise<PostedResult> {
  const text = JSON.stringify(content)
  record.note({ direction: 'sent', scheme, kind: 'RReq', text, content, isDeliberate })
  const poster = await posters.posterOf(scheme, as)
  const url = isElsewhere ? (transactions.resultsUrlOf(posters.otherThan(scheme)) ?? resultsUrl) : resultsUrl
  const fate = await poster.post(url, text, answerTimeoutMs)
  const said = answerSaid(fate, content)
  if (fate.state === 'answered')
    record.note({ direction: 'received', scheme, kind: said.kind, text: fate.text, content: said.content })
  record.countResult(said.fate, fate.ms)
  return {
    ...{ atMs: nowMs(), scheme, ms: Math.round(fate.ms), transStatus: String(content.transStatus) },
    ...{ threeDSServerTransID: ids.threeDSServerTransID, acsTransID: ids.acsTransID },
    ...{ fate: said.fate, said: said.words },
  }

  function answerSaid(fate: PostFate, sent: WireMessage) {
    if (fate.state === 'lost') return { fate: 'lost', words: fate.why, kind: '', content: {} } as const
    const tables = { RRes: resultsResponseTable, Erro: errorTable }
    const read = readMessage(fate.text, { tables, versions: [version] })
    const answered = read.content ?? {}
    if ('error' in read) {
      const words = `${read.error.code} ${read.error.detail}`
      return { fate: 'refused', words: `unfit: ${words}`, kind: 'unfit', content: answered } as const
    }
    const { kind } = read
    if (kind === 'Erro')
      return { fate: 'refused', words: String(answered.errorCode), kind, content: answered } as const
    const strange = ['threeDSServerTransID', 'acsTransID', 'dsTransID'].find(
      name => answered[name] !== sent[name],
    )
    if (strange !== undefined)
      return { fate: 'refused', words: `unfit: 301 ${strange}`, kind, content: answered } as const
    return { fate: 'answered', words: String(answered.resultsStatus), kind, content: answered } as const
  }
}
