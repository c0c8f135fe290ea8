/** The link that a trace names; undefined where the text is not the trace of a link. */
export function linkOfTrace(trace: string | undefined): string | undefined {
  if (trace === undefined) return undefined
  try {
    const value: unknown = JSON.parse(trace)
    if (typeof value !== 'object' || value === null || !('link' in value)) return undefined
    return typeof value.link === 'string' ? value.link : undefined
  } catch {
    return undefined
  }
}
