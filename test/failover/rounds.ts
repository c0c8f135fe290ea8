import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../simulation/random.ts'
import { until } from './ground.ts'
import { type Blow, blows, type MemberName, type Members } from './members.ts'
import type { Merchants, Noted } from './merchants.ts'

/** One fail-over, as merchants saw it. */
export type Round = {
  readonly blow: Blow
  readonly from: MemberName
  readonly to: MemberName
  /** The longest time in which nothing was acknowledged. */
  readonly gapSeconds: number
  /** From the first 503 to the last one. */
  readonly busySeconds: number
  readonly busyAnswers: number
  /** How long those waited at most who asked in the gap, five seconds after the blow or later. */
  readonly waitSeconds: number
  /** Members that had to be copied anew afterwards. */
  readonly copied: number
}

export type RoundsOptions = {
  readonly times: number
  readonly seed: number
  readonly members: Members
  readonly merchants: Merchants
  readonly tell: (progress: string) => void
}

/** Strikes whoever leads, again and again, and lets everything become whole in between. */
export async function strikeLeaders(options: RoundsOptions): Promise<readonly Round[]> {
  const random = randomOf(options.seed)
  const rounds: Round[] = []
  let left: Blow[] = []
  while (rounds.length < options.times) {
    // Each kind once before any comes again.
    if (left.length === 0) left = [...blows].sort(() => random.between(-1, 1))
    const blow = left.shift() ?? 'killed'
    const round = await strikeOnce(options, blow, random.between(0, 2_000))
    rounds.push(round)
    options.tell(
      `${rounds.length} of ${options.times}: ${round.from} ${blow}, ${round.to} leads; ` +
        `nothing acknowledged for ${round.gapSeconds.toFixed(1)} s; ` +
        `${options.merchants.acknowledgedAtMs.length} acknowledged in all`,
    )
  }
  return rounds
}

async function strikeOnce(
  { members, merchants, tell }: RoundsOptions,
  blow: Blow,
  delayMs: number,
): Promise<Round> {
  const before = merchants.acknowledgedAtMs.length
  await until('payments are acknowledged', () => merchants.acknowledgedAtMs.length > before + 50)
  await sleep(delayMs)
  const from = await members.leader()
  if (from === undefined) throw new Error('Nobody leads')
  const struckAtMs = performance.now()
  const undo = await members.strike(from, blow)
  let to: MemberName | undefined
  await until('another member leads', async () => {
    to = await members.leader()
    return to !== undefined && to !== from
  })
  tell(`${from} was ${blow}, ${to} leads; waiting for payments`)
  const isServed = ({ askedAtMs, heard }: Noted) => askedAtMs > struckAtMs + 3_000 && heard.kind === 'answer'
  await until('payments are acknowledged again', () => merchants.notes.slice(-200).some(isServed))
  await sleep(2_000)
  await undo()
  const copied = await members.whole()
  if (to === undefined) throw new Error('Nobody leads')
  return { blow, from, to, copied, ...outage(merchants, struckAtMs) }
}

function outage({ notes, acknowledgedAtMs }: Merchants, struckAtMs: number) {
  const times = acknowledgedAtMs.filter(atMs => atMs > struckAtMs - 1_000)
  const gaps = times.map((atMs, index) => ({ ms: atMs - (times[index - 1] ?? struckAtMs), endsAtMs: atMs }))
  const longest = gaps.reduce((most, each) => (each.ms > most.ms ? each : most), { ms: 0, endsAtMs: 0 })
  const waits = notes
    .filter(({ askedAtMs }) => askedAtMs > struckAtMs + 5_000 && askedAtMs < longest.endsAtMs)
    .map(({ askedAtMs, heardAtMs }) => heardAtMs - askedAtMs)
  const busy = notes.filter(({ heard, heardAtMs }) => heard.kind === 'unavailable' && heardAtMs > struckAtMs)
  const [first, last] = [busy.at(0)?.heardAtMs ?? 0, busy.at(-1)?.heardAtMs ?? 0]
  return {
    gapSeconds: longest.ms / 1_000,
    waitSeconds: Math.max(0, ...waits) / 1_000,
    busySeconds: (last - first) / 1_000,
    busyAnswers: busy.length,
  }
}
