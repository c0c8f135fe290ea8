// Reading which faults a host is to play, as they are posted to its control. What is refused is not repeated:
// it may hold anything.

export type ScopedFaultSetting<Scope extends string> = {
  /** From 0 to 1, of each occasion. */
  readonly probability?: number
  /** The next so many occasions, whatever the probability. */
  readonly next?: number
  /** Only on these occasions. */
  readonly on?: Scope
  /** Of what takes time: how long. */
  readonly ms?: number
}

type FaultWords<Name extends string, Scope extends string, Others> = {
  readonly names: Readonly<Record<Name, unknown>>
  readonly scopes: readonly Scope[]
  readonly msMax: number
  /** Members that only this host has, and reading them; undefined: they are wrong. */
  readonly others: readonly string[]
  readonly readOthers: (others: Members) => Others | undefined
}
type Members = Readonly<Record<string, unknown>>

/** `{ "slow": { "probability": 0.05, "ms": 3000 }, "twice": { "next": 2 } }`; a number is a probability. */
export const readFaults = <Name extends string, Scope extends string, Others>(
  body: Members,
  words: FaultWords<Name, Scope, Others>,
): readonly (readonly [Name, ScopedFaultSetting<Scope> & Others])[] =>
  Object.entries(body).map(([name, given]) => {
    if (!isNameIn(words.names, name))
      throw new RangeError(`There is no such fault; there are ${Object.keys(words.names).join(', ')}.`)
    return [
      name,
      readSetting(name, typeof given === 'number' ? { probability: given } : given, words),
    ] as const
  })

/** For hosts that have no other members. */
export const noOtherMembers = {
  others: [],
  readOthers: (others: Members) => (Object.keys(others).length === 0 ? {} : undefined),
} as const

const isNameIn = <Name extends string>(names: Readonly<Record<Name, unknown>>, text: string): text is Name =>
  Object.hasOwn(names, text)

function readSetting<Scope extends string, Others>(
  name: string,
  given: unknown,
  { scopes, msMax, others: otherNames, readOthers }: FaultWords<string, Scope, Others>,
): ScopedFaultSetting<Scope> & Others {
  if (typeof given !== 'object' || given === null) throw new RangeError(`${name} must be an object.`)
  const { probability, next, on, ms, ...rest }: Record<string, unknown> = { ...given }
  const scope = scopes.find(one => one === on)
  const areNumbers = isUpTo(probability, 1) && isUpTo(next, 1e9) && isUpTo(ms, msMax)
  const others = readOthers(rest)
  if (!areNumbers || (on !== undefined && !scope) || others === undefined) {
    const members = ['next', `on (${scopes.join(', ')})`, 'ms', ...otherNames]
    throw new RangeError(`${name} takes probability from 0 to 1, ${members.join(', ')}.`)
  }
  return {
    ...others,
    ...(typeof probability === 'number' && { probability }),
    ...(typeof next === 'number' && { next }),
    ...(typeof ms === 'number' && { ms }),
    ...(scope && { on: scope }),
  }
}

const isUpTo = (value: unknown, max: number): boolean =>
  value === undefined || (typeof value === 'number' && value >= 0 && value <= max)
