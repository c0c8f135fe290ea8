/** The link that a trace names; undefined where the text is not the trace of a link. */
export function linkOfTrace(trace: string | undefined): string | undefined {
  if (trace === undefined) return undefined
  const end = trace.startsWith(beginning) ? trace.indexOf('"', beginning.length) : -1
  const link = trace.slice(beginning.length, end)
  if (end > 0 && isName.test(link)) return link
  try {
    const value: unknown = JSON.parse(trace)
    if (typeof value !== 'object' || value === null || !('link' in value)) return undefined
    return typeof value.link === 'string' ? value.link : undefined
  } catch {
    return undefined
  }
}

/** As every trace begins: on the road of each payment nothing more is read of it. */
const beginning = '{"link":"'
const isName = /^[a-z0-9-]+$/
