/** How much of a processor something took, in milliseconds: however many others run beside it. */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
