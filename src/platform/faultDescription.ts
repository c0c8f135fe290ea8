/**
 * A fault as it may be logged. Messages and details of drivers quote values, so digits are masked in the
 * message, details are left out, and of the stack only the places are kept.
 */
export type FaultDescription = {
  readonly name: string
  readonly code?: string
  readonly message: string
  readonly stack: readonly string[]
  readonly cause?: FaultDescription
}

export function describeFault(fault: unknown, depth = 0): FaultDescription {
  if (!(fault instanceof Error)) return { name: typeof fault, message: 'thrown without an Error', stack: [] }
  const code = 'code' in fault && typeof fault.code === 'string' ? { code: fault.code.slice(0, 40) } : {}
  const hasCause = fault.cause !== undefined && depth < causesMax
  return {
    name: fault.name,
    ...code,
    message: fault.message.slice(0, messageLengthMax).replace(/\p{Nd}/gu, '#'),
    stack: placesOf(fault.stack ?? ''),
    ...(hasCause ? { cause: describeFault(fault.cause, depth + 1) } : {}),
  }
}

/** The lines before the first place repeat the message. */
function placesOf(stack: string): readonly string[] {
  return stack
    .split('\n', 40)
    .filter(line => /^\s+at /.test(line))
    .slice(0, 12)
    .map(line => line.trim().slice(0, 200))
}

const causesMax = 3
const messageLengthMax = 300
