// How long something took, in the largest unit that tells enough; undefined for what nobody waited for.

export function durationText(ms: number, locale: string): string | undefined {
  if (!(ms >= 1_000)) return undefined
  const [unit, size] = units.findLast(([, least]) => ms >= least) ?? ['second', 1_000]
  const digits = unit === 'second' ? 1 : 0
  return new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: digits },
  }).format(ms / size)
}

const units = [
  ['second', 1_000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const
