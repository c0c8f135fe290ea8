// Errors: their codes, the part of them that may be logged, and the gateway's own classes.

/** The system's code of an error (ENOENT), or its message if it has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** What an error says, and anything else that was thrown as text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * A fault in the form that may be logged. Messages and details of drivers quote values, so digits in the
 * message are masked, details are left out, and only the locations of the stack are kept.
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

/** The lines of a stack before the first location repeat the message. */
function placesOf(stack: string): readonly string[] {
  return stack
    .split('\n', 40)
    .filter(line => /^\s+at /.test(line))
    .slice(0, 12)
    .map(line => line.trim().slice(0, 200))
}

const causesMax = 3
const messageLengthMax = 300

/** The reason why the process cannot start, as one line the user can act on; printed without a stack. */
export class StartRefusal extends Error {
  override readonly name: string = 'StartRefusal'
  /** 1: it was tried and failed or was refused. */
  readonly exitCode: 1 | 2 = 1
}

/** Wrong usage: the command line, a setting, or a file that one of them names is invalid. */
export class UseRefusal extends StartRefusal {
  override readonly name = 'UseRefusal'
  override readonly exitCode = 2
}

/**
 * The database could not be reached or did not answer in time. If `begin` throws it, nothing was begun: the
 * caller may try again, also under other ids.
 */
export class StoreUnavailable extends Error {}

/** The same, of something other than a payment that was to be written, and that may be there or not. */
export class WriteUnsure extends StoreUnavailable {}

/** The database is there, but for some seconds nothing of this merchant can be found or begun. */
export class MerchantMoving extends StoreUnavailable {
  constructor() {
    super('The merchant is in another cell, or is being moved to one.')
  }
}

/** The database went away while something was being recorded, which may have happened or not. */
export class RecordingUnknown extends Error {}

/** The database has lost what it had written: a crash may take along what did not wait for the disk. */
export class IntentLost extends Error {}

/** Whether the database is away: that ends by itself, and is nobody's mistake. */
export const isOutage = (error: unknown): error is Error =>
  error instanceof StoreUnavailable || error instanceof RecordingUnknown
