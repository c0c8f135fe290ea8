// Notices to those who run 3-D Secure servers (OReq, from 2.3.1): certificates that end, alerts. One may come
// in several messages, and is answered after the last (ORes).

import { randomUUID } from 'node:crypto'
import type { MessageRecord } from './messageRecord.ts'
import { readMessage } from './readMessage.ts'
import type { PostFate } from './resultPost.ts'
import type { SchemePosters } from './schemePosters.ts'
import type { WireMessage } from './tables/forms.ts'
import { errorTable, operationResponseTable } from './tables/otherMessages.ts'

export type DirectoryNotice = {
  /** Two digits each, by the protocol. */
  readonly category: string
  readonly severity?: string
  readonly description: string
  /** In how many messages. */
  readonly parts: number
}

/** What the gateway said to the last message: opStatus, an error code, or why there is no answer. */
export type SentNotice = {
  readonly dsTransID: string
  readonly fate: 'answered' | 'refused' | 'lost'
  readonly said: string
}

type NoticeMeans = {
  readonly posters: Pick<SchemePosters, 'posterOf'>
  readonly record: Pick<MessageRecord, 'note'>
}

const answerTimeoutMs = 3_000
const version = '2.3.1'

export async function sendNotice(
  { posters, record }: NoticeMeans,
  { scheme, url }: { readonly scheme: string; readonly url: string },
  notice: DirectoryNotice,
): Promise<SentNotice> {
  const dsTransID = randomUUID()
  const poster = await posters.posterOf(scheme, 'true')
  let said: Omit<SentNotice, 'dsTransID'> = { fate: 'lost', said: 'nothing was sent' }
  for (const content of messagesOf(notice, dsTransID)) {
    const isLast = content.opSeq.seqNum === content.opSeq.seqTotal
    const text = JSON.stringify(content)
    record.note({ direction: 'sent', scheme, kind: 'OReq', text, content })
    const fate = await poster.post(url, text, answerTimeoutMs)
    const { kind, content: answer, ...heard } = saidIn(fate, { dsTransID, isLast })
    if (kind !== '' && fate.state === 'answered')
      record.note({ direction: 'received', scheme, kind, text: fate.text, content: answer })
    said = heard
    if (said.fate !== 'answered') break
  }
  return { dsTransID, ...said }
}

function messagesOf({ category, severity, description, parts }: DirectoryNotice, dsTransID: string) {
  const seqId = randomUUID()
  const length = Math.ceil(description.length / parts)
  return Array.from({ length: parts }, (_, index) => ({
    ...{ messageType: 'OReq', messageVersion: version, dsTransID, opCategory: category },
    opDescription: description.slice(index * length, (index + 1) * length),
    ...(severity !== undefined && { opSeverity: severity }),
    opSeq: { seqId, seqNum: numbered(index + 1), seqTotal: numbered(parts) },
  }))
}

const numbered = (part: number): string => String(part).padStart(3, '0')

type Heard = Omit<SentNotice, 'dsTransID'> & { readonly kind: string; readonly content: WireMessage }

/** Before its end a notice is only taken: nothing is said then. */
function saidIn(
  fate: PostFate,
  { dsTransID, isLast }: { readonly dsTransID: string; readonly isLast: boolean },
): Heard {
  const nothing = { kind: '', content: {} }
  if (fate.state === 'lost') return { fate: 'lost', said: fate.why, ...nothing }
  if (fate.text === '')
    return isLast
      ? { fate: 'refused', said: 'unfit: no answer', ...nothing }
      : { fate: 'answered', said: 'taken', ...nothing }
  const tables = { ORes: operationResponseTable, Erro: errorTable }
  const read = readMessage(fate.text, { tables, versions: [version] })
  const content = read.content ?? {}
  if ('error' in read)
    return { fate: 'refused', said: `unfit: ${read.error.code} ${read.error.detail}`, kind: 'unfit', content }
  const { kind } = read
  if (kind === 'Erro') return { fate: 'refused', said: String(content.errorCode), kind, content }
  if (!isLast || content.dsTransID !== dsTransID)
    return { fate: 'refused', said: 'unfit: 301 dsTransID', kind, content }
  return { fate: 'answered', said: String(content.opStatus), kind, content }
}
