// Errors: their codes, what may be logged of them, and those the gateway throws itself.

/** The code by which the system names a failure (ENOENT), or the message where there is none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** What an error says, and anything else that was thrown as text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * A fault as it may be logged. Messages and details of drivers quote values, so digits are masked in the
 * message, details are left out, and of the stack only the places are kept.
 */
type FaultDescription = {
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

/** Why this start cannot go on, as one line a user can act on; printed as it is, without a stack. */
export class StartRefusal extends Error {
  override readonly name: string = 'StartRefusal'
  /** It was tried, and failed or was refused. */
  readonly exitCode: 1 | 2 = 1
}

/** Used wrongly: the line, a setting, or a file that one of them names cannot be used as it stands. */
export class UseRefusal extends StartRefusal {
  override readonly name = 'UseRefusal'
  override readonly exitCode = 2
}

/**
 * The database could not be reached or did not answer in time. Thrown by `begin` it means that nothing was
 * sent to anybody, so the caller may be told to try again.
 */
export class StoreUnavailable extends Error {}
