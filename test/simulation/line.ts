import type { Party } from './faults.ts'
import type { LinkParts } from './journalLink.ts'

/**
 * The connection of one process to another company. A request may be lost, late or doubled, and so may its
 * answer; a connection may break while both are under way. Nothing stays under way for longer than the
 * networks keep it.
 */
export function createLine<Ask, Answer extends Spoken>(
  parts: LineParts,
  end: FarEnd<Ask, Answer>,
): (ask: Ask, deadline: AbortSignal) => Promise<Answer> {
  const { process, climate, random } = parts
  return (ask, deadline) =>
    new Promise(resolve => {
      if (!process.isAlive()) return
      if (climate.strikes('killed before send')) return process.kill()
      const hear = listener(parts, end, { ask, resolve })
      deadline.addEventListener('abort', () => hear(end.silence), { once: true })
      end.onSend(ask)
      transmit(parts, end, { ask, hear })
      if (climate.strikes('killed after send')) process.later(random.between(0, 500), process.kill)
      if (climate.strikes('connection dropped'))
        process.later(random.between(0, 300), () => hear(end.silence))
    })
}

type Spoken = { readonly outcome: string }

export type LineParts = LinkParts & {
  /** How long a message can be under way. */
  readonly messageLifeMs: number
}

/** The counterparty: it never dies, forgets nothing, and does not notice who has stopped waiting. */
export type FarEnd<Ask, Answer> = {
  readonly party: Party
  readonly answer: (ask: Ask) => Promise<Answer>
  readonly silence: Answer
  /** Called for everything that leaves the gateway. */
  readonly onSend: (ask: Ask) => void
  /** Called for answers that arrive when no one waits for them any more. */
  readonly onLate: (ask: Ask, answer: Answer) => void
  /** Whether each message has a connection of its own, on which nothing is doubled. */
  readonly isOnce?: boolean
  /** What the transmission changes in an answer. */
  readonly distort: (ask: Ask, answer: Answer) => Answer
}

type Hear<Answer> = (answer: Answer) => void

/** The first answer counts; silence ends the wait; whatever comes after that is late. */
function listener<Ask, Answer extends Spoken>(
  { process, climate, random, pauseMaxMs }: LineParts,
  { onLate }: FarEnd<Ask, Answer>,
  { ask, resolve }: { readonly ask: Ask; readonly resolve: Hear<Answer> },
): Hear<Answer> {
  let isOver = false
  const conclude = (answer: Answer) => {
    const isLate = isOver
    isOver = true
    if (!isLate) resolve(answer)
    else if (answer.outcome !== 'silent') onLate(ask, answer)
  }
  return answer => {
    if (!isOver && climate.strikes('paused before close')) process.pause(random.between(500, pauseMaxMs))
    process.hear(() => conclude(answer))
  }
}

function transmit<Ask, Answer>(
  parts: LineParts,
  { party, answer, distort, isOnce = false }: FarEnd<Ask, Answer>,
  { ask, hear }: { readonly ask: Ask; readonly hear: Hear<Answer> },
): void {
  const { world, process } = parts
  for (const delayMs of journeysMs(parts, { party, isOnce }, 'request')) {
    world.after(delayMs, () => {
      void answer(ask).then(said => {
        const heard = distort(ask, said)
        for (const backMs of journeysMs(parts, { party, isOnce }, 'answer'))
          process.later(backMs, () => hear(heard))
      })
    })
  }
}

/** How long each copy of a message is under way; none for one that is lost. */
function journeysMs(
  { climate, random, messageLifeMs }: LineParts,
  { party, isOnce }: { readonly party: Party; readonly isOnce: boolean },
  message: 'answer' | 'request',
): number[] {
  if (climate.isAway(party) || climate.strikes(`${message} lost`)) return []
  const usualMs = () => random.between(1, 250)
  const journeys = [climate.strikes(`${message} late`) ? random.between(300, messageLifeMs) : usualMs()]
  if (!isOnce && climate.strikes(`${message} twice`))
    journeys.push(random.chance(0.5) ? usualMs() : random.between(300, messageLifeMs))
  return journeys
}
