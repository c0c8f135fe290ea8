import type { Acquirer, Answer, Ask, HearLate } from '../../src/acquirers/port.ts'
import type { LinkParts } from './journalLink.ts'

/**
 * The way from one process to the acquirer and back. A request may be lost, come late or twice, and so may
 * its answer; a connection may break while both are under way. Nothing stays under way for longer than the
 * networks keep it.
 */
export function createWire(parts: WireParts): Acquirer {
  const { process, climate, acquirer } = parts
  return {
    name: 'wire',
    verbs: acquirer.verbs,
    send: (ask, deadline) =>
      new Promise(resolve => {
        if (!process.isAlive()) return
        if (climate.strikes('killed before send')) return process.kill()
        const hear = listener(parts, ask, resolve)
        deadline.addEventListener('abort', () => hear({ outcome: 'silent' }), { once: true })
        parts.onSend(ask)
        transmit(parts, ask, hear)
        if (climate.strikes('killed after send')) process.later(parts.random.between(0, 500), process.kill)
        if (climate.strikes('connection dropped'))
          process.later(parts.random.between(0, 300), () => hear({ outcome: 'silent' }))
      }),
  }
}

export type WireParts = LinkParts & {
  /** The acquirer itself, which never dies and forgets nothing. */
  readonly acquirer: Acquirer
  readonly hearLate: HearLate
  /** Told of everything that leaves the gateway. */
  readonly onSend: (ask: Ask) => void
  /** How long a message can be under way. */
  readonly messageLifeMs: number
  /** Never aborted: the acquirer does not know who has lost patience. */
  readonly openEnd: AbortSignal
}

type Hear = (answer: Answer) => void

/** The first answer counts; silence ends the wait; whatever comes after that is late. */
function listener(
  { process, climate, random, hearLate, pauseMaxMs }: WireParts,
  ask: Ask,
  resolve: Hear,
): Hear {
  let isOver = false
  const conclude = (answer: Answer) => {
    const isLate = isOver
    isOver = true
    if (!isLate) resolve(answer)
    else if (answer.outcome !== 'silent') hearLate(ask, answer)
  }
  return answer => {
    if (!isOver && climate.strikes('paused before close')) process.pause(random.between(500, pauseMaxMs))
    process.hear(() => conclude(answer))
  }
}

function transmit(parts: WireParts, ask: Ask, hear: Hear): void {
  const { world, process, acquirer, openEnd } = parts
  for (const delayMs of journeysMs(parts, 'request')) {
    world.after(delayMs, () => {
      void acquirer.send(ask, openEnd).then(answer => {
        const heard = distorted(parts, ask, answer)
        for (const backMs of journeysMs(parts, 'answer')) process.later(backMs, () => hear(heard))
      })
    })
  }
}

/** Nobody may be believed who approves more than was asked for, or refuses what may have been done before. */
function distorted({ climate }: WireParts, ask: Ask, answer: Answer): Answer {
  if (answer.outcome !== 'approved') return answer
  const isAdvice = (ask.verb === 'capture' || ask.verb === 'void') && ask.repeat > 0
  if (isAdvice && climate.strikes('advice refused'))
    return { outcome: 'declined', gatewayCode: 'DECLINED', acquirerCode: '05', acquirerMessage: '' }
  if (!climate.strikes('answer overstated')) return answer
  return { ...answer, amount: answer.amount + 1_000_000n }
}

/** How long each copy of a message is under way; none for one that is lost. */
function journeysMs({ climate, random, messageLifeMs }: WireParts, message: 'answer' | 'request'): number[] {
  if (climate.isAway('acquirer') || climate.strikes(`${message} lost`)) return []
  const usualMs = () => random.between(1, 250)
  const journeys = [climate.strikes(`${message} late`) ? random.between(300, messageLifeMs) : usualMs()]
  if (climate.strikes(`${message} twice`))
    journeys.push(random.chance(0.5) ? usualMs() : random.between(300, messageLifeMs))
  return journeys
}
