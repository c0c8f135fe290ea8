/** One line of the table, taken apart. */
export type Story = {
  readonly line: string
  /** What captures and refunds of the merchant may exceed their bounds by. */
  readonly excessPercent: number
  readonly steps: readonly Step[]
  /** What the last step answers, and where the order stands then. */
  readonly outcome: string
}
export type Step = { readonly laterMs: number } | Submitted
export type Submitted = {
  readonly verb: Verb
  readonly amount?: string
  readonly currency: string
  readonly target?: string
  readonly told: Told
  /** What else the request brings. */
  readonly extra?: string
}
export const verbs = [
  'authorize',
  'pay',
  'verify',
  'capture',
  'refund',
  'void',
  'update',
  'referral',
] as const
export type Verb = (typeof verbs)[number]
/** What the acquirer says. */
export const tellings = ['approved', 'declined', 'referred', 'pending', 'partly', 'silent'] as const
export type Told = (typeof tellings)[number]

/** Where a story happens. Transactions of its order are numbered from 1. */
export interface Stage {
  submit(step: Submitted, transactionId: string): Promise<Seen>
  later(ms: number): Promise<void>
  /** Of the order as it stands: `CAPTURED 100/100/0`, or NEW. */
  standing(): Promise<string>
}
export type Seen =
  | {
      readonly kind: 'refused'
      readonly field: string
      readonly validationType: string
      readonly explanation: string
    }
  | { readonly kind: 'recorded'; readonly gatewayCode: string; readonly standing: string }

/** Plays a story and tells how it ended, in the words of its line. */
export async function play({ steps }: Pick<Story, 'steps'>, stage: Stage): Promise<string> {
  let transactions = 0
  let ending = ''
  for (const [index, step] of steps.entries()) {
    if ('laterMs' in step) {
      await stage.later(step.laterMs)
      continue
    }
    const seen = await stage.submit(step, String(++transactions))
    ending = await endingOf(seen, stage)
    if (seen.kind === 'refused' && index < steps.length - 1) return `at step ${index + 1}: ${ending}`
  }
  return ending
}

async function endingOf(seen: Seen, stage: Stage): Promise<string> {
  if (seen.kind === 'recorded') return `${seen.gatewayCode} ${seen.standing}`
  const field = seen.field.replace(/^transaction\./, '')
  const type = seen.validationType === 'INVALID' ? '' : `${seen.validationType} `
  return `400 ${type}${field} ${await stage.standing()}`
}

export function readStory(line: string): Story {
  const [, percent = '0', told = '', outcome = ''] =
    /^(?:with (\d+)% excess: )?(.+) → (.*)$/.exec(line) ?? unreadable(line)
  return { line, excessPercent: Number(percent), steps: told.split(', ').flatMap(readSteps), outcome }
}

function readSteps(text: string): readonly Step[] {
  const [, count, unit] = /^(\d+) (days|hours) later$/.exec(text) ?? []
  if (count !== undefined) return [{ laterMs: Number(count) * (unit === 'days' ? 86_400_000 : 3_600_000) }]
  const words = stepWords.exec(text)?.groups ?? unreadable(text)
  const { amount, currency = 'USD', target, extra, times = '1' } = words
  const step: Submitted = {
    verb: verbs.find(name => name === words.verb) ?? unreadable(text),
    ...(amount !== undefined && { amount }),
    currency,
    ...(target !== undefined && { target }),
    told: tellings.find(name => name === words.told) ?? 'approved',
    ...(extra !== undefined && { extra }),
  }
  return Array.from({ length: Number(times) }, () => step)
}

const stepWords = new RegExp(
  [
    '^(?<verb>[a-z]+)(?: (?<amount>[0-9.]+))?(?: without an amount)?(?: (?<currency>[A-Z]{3}))?',
    '(?: of (?<target>[0-9]+))?(?: (?<told>[a-z]+))?(?: with (?<extra>.+?))?(?: ×(?<times>[0-9]+))?$',
  ].join(''),
)

function unreadable(text: string): never {
  throw new Error(`not a story: ${text}`)
}
