/** Our refusal of an answer: all of it is dropped, and the list from before stays. Never says a bound. */
export class RangeRefusal extends Error {
  /** Of the specification. */
  readonly code: string
  /** Which fields, `parent.child`, with commas between them. */
  readonly detail: string

  constructor(code: string, detail: string) {
    super(`Card ranges refused with ${code}: ${detail}`)
    this.code = code
    this.detail = detail
  }
}

/** The directory server answered with an error instead of its ranges. */
export class RangesDenied extends Error {
  /** Any code may come. */
  readonly code: string

  constructor(code: string, detail: string) {
    super(`The directory server answered ${code}: ${detail}`)
    this.code = code
  }
}
