// What the answer to a call tells: that it was done, that it was not, or neither.

type ErrorAnswer = {
  readonly cause?: string
  readonly explanation?: string
  readonly field?: string
  readonly supportCode?: string
}

/** The server did not do it. */
export class CallRefused extends Error {
  readonly status: number
  /** 'SIGN_IN', 'STEP_UP', 'NOT_ALLOWED', or a cause of the API. */
  override readonly cause: string | undefined
  readonly field: string | undefined
  /** What the server's log has about it. */
  readonly supportCode: string | undefined

  constructor(status: number, { cause, explanation, field, supportCode }: ErrorAnswer, sentence: string) {
    super(explanation ?? sentence)
    this.status = status
    this.cause = cause
    this.field = field
    this.supportCode = supportCode
  }
}

/** Nobody knows whether the server did it: no answer came, or one of a fault, or of somebody else. */
export class CallUnheard extends Error {
  readonly supportCode: string | undefined

  constructor(sentence: string, supportCode?: string) {
    super(sentence)
    this.supportCode = supportCode
  }
}

/** Sentences in the language of whoever reads, for what the server does not say itself. */
export type CallSentences = (name: 'refused' | 'unheard', supportCode: string | undefined) => string

type Content = ReturnType<typeof JSON.parse>

export function answerIn(status: number, text: string, sentence: CallSentences): Content {
  const content = objectIn(text)
  if (content && status >= 200 && status < 300) return content
  throw failureIn(status, text, sentence)
}

export function failureIn(status: number, text: string, sentence: CallSentences): CallRefused | CallUnheard {
  const error: ErrorAnswer = objectIn(text)?.error ?? {}
  const { supportCode } = error
  return isRefusal(status, error)
    ? new CallRefused(status, error, sentence('refused', supportCode))
    : new CallUnheard(sentence('unheard', supportCode), supportCode)
}

/** Whoever is too busy has not begun; what else a server fails at may have been done before. */
const isRefusal = (status: number, { cause }: ErrorAnswer): boolean =>
  cause === 'SERVER_BUSY' || (cause !== undefined && status >= 400 && status < 500)

/** Something between the browser and the server may have answered instead, or cut the answer off. */
function objectIn(text: string): Content {
  try {
    const content = JSON.parse(text)
    return typeof content === 'object' && content !== null ? content : undefined
  } catch {
    return undefined
  }
}
