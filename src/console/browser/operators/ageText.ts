import { useLocale } from '../language.tsx'

/** How long ago something was, in its largest unit. */
export function useAge(): (ms: number) => string {
  const locale = useLocale()
  return ms => {
    const [unit, length] = units.find(([, unitMs]) => ms >= unitMs) ?? ['second', 1_000]
    const count = Math.floor(Math.max(ms, 0) / length)
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count)
  }
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const
