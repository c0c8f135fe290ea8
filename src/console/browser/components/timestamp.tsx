import { useTimeFormats } from '../language.tsx'

/** In the time zone of the reader; to the millisecond when one points at it. */
export function Timestamp({ at }: { readonly at: string | number }) {
  const { short, exact } = useTimeFormats()
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return <span>{at}</span>
  return (
    <time className="digits" dateTime={time.toISOString()} title={exact(time)}>
      {short(time)}
    </time>
  )
}
