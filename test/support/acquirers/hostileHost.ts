// A host that answers, and in doing so repeats secrets of the question wherever a message can hold them:
// in its answers, in messages that nobody asked for, in late and second ones, and in what cannot be read.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Dialect } from '../../../src/acquirers/iso8583/dialects/dialect.ts'
import { IsoFormatError, type IsoMessage } from '../../../src/acquirers/iso8583/dialects/message.ts'
import { type Fields, hostileFields } from './hostileFields.ts'
import { answerTo, type HostSide, type ScriptedHost, startScriptedHost } from './scriptedHost.ts'

export type HostileHost = Pick<ScriptedHost, 'port' | 'received' | 'networkFields' | 'close'> & {
  /** Takes questions, and answers none. */
  isMute: boolean
}

/** Late answers come so much later than their questions. */
export async function startHostileHost(dialect: Dialect, lateMs: number): Promise<HostileHost> {
  const host: ScriptedHost & { isMute: boolean } = Object.assign(await startScriptedHost(dialect), {
    isMute: false,
  })
  let turn = 0
  let number = '4508750015741019'
  host.script = (question, side) => {
    if (host.isMute) return
    turn += 1
    number = numberIn(question) ?? number
    const about = { dialect, question, side, lateMs }
    if (question.type[1] === '5') return answer({ ...about, secret: number, hostile: totalsOf(number) })
    const secret = secretIn(question, turn) ?? number
    const all = hostileFields(dialect, secret)
    const trick = tricks[turn % tricks.length] ?? answer
    trick({ ...about, secret, hostile: all[(turn * 37) % all.length] ?? {} })
  }
  return host
}

const numberIn = ({ fields }: IsoMessage): string | undefined =>
  fields[2] ?? /^\d+/.exec(fields[35] ?? '')?.[0]

/** Now and then something else than the number. */
function secretIn({ fields }: IsoMessage, turn: number): string | undefined {
  const others = [fields[52], fields[35], fields[45]]
  return turn % 3 === 0 ? others[(turn / 3) % others.length] : undefined
}

/** Totals that are none: amounts have as many digits as card numbers. */
const totalsOf = (number: string): Fields => ({ 44: number, 60: number, 86: number, 88: number })

type Turn = {
  readonly dialect: Dialect
  readonly question: IsoMessage
  readonly side: HostSide
  readonly secret: string
  readonly hostile: Fields
  readonly lateMs: number
}
type Trick = (turn: Turn) => void

const codeOf = ({ generation }: Dialect, code: string): string => (generation === '1993' ? `0${code}` : code)

/** What cannot be written is answered without it; an authorization code is too short for any secret. */
function said({ dialect, question, side }: Turn, fields: Fields, code = '00'): Buffer {
  const codes = { 38: 'ABC123', 39: codeOf(dialect, code) }
  const usual = answerTo(question, { ...withoutQuestion, ...codes })
  try {
    return side.frameOf({ ...usual, fields: { ...usual.fields, ...fields, ...codes } })
  } catch (error) {
    if (!(error instanceof IsoFormatError)) throw error
    return side.frameOf(usual)
  }
}

const withoutQuestion = Object.fromEntries(
  [22, 23, 24, 25, 26, 35, 45, 48, 52, 55, 56, 61, 62, 63, 90, 95, 120, 126].map(field => [field, undefined]),
)

const answer: Trick = turn => turn.side.raw(said(turn, turn.hostile))

const tricks: readonly Trick[] = [
  answer,
  answer,
  turn => turn.side.raw(said(turn, { ...turn.hostile, 44: turn.secret }, '05')),
  // Everything that was asked, card and all.
  turn => turn.side.raw(said(turn, turn.question.fields)),
  turn => turn.side.raw(said(turn, { 2: turn.secret, ...turn.hostile })),
  // Nobody asked for the first one.
  turn => {
    turn.side.raw(said(turn, { ...turn.question.fields, ...turn.hostile, 11: '999999' }))
    answer(turn)
  },
  // They contradict the question.
  turn => {
    turn.side.raw(said(turn, { 37: turn.secret.slice(0, 12) }))
    turn.side.raw(said(turn, { 4: turn.secret.slice(-12) }))
  },
  // Too late, and then twice.
  turn => {
    void sleep(turn.lateMs).then(() => {
      for (const _ of ['late', 'twice']) if (turn.side.socket.writable) answer(turn)
    })
  },
  turn => {
    answer(turn)
    answer(turn)
  },
  // Half of a message, in a frame of its own; and something that is no message at all.
  turn => {
    const whole = said(turn, { 2: turn.secret, ...turn.hostile })
    turn.side.raw(framed(whole.subarray(2, whole.length >> 1)))
    turn.side.raw(framed(Buffer.from(`card ${turn.secret}`)))
    turn.side.raw(framed(Buffer.from(turn.secret.replace(/\D/g, '').slice(0, 16), 'hex')))
    answer(turn)
  },
  // Questions of the host that hold what they should not.
  turn => {
    const { dialect, question, side, secret } = turn
    const { requestType, codeField, echo } = dialect.network
    const fields = { 7: question.fields[7] ?? '', 11: '000077', 12: question.fields[12] ?? '' }
    for (const type of [requestType, `${question.type[0]}600`])
      side.send({ type, fields: { ...fields, 2: secret.slice(0, 16), [codeField]: echo, 59: secret } })
    answer(turn)
  },
]

/** All dialects that are shipped have two bytes of length before a message. */
const framed = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
