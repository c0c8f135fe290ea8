/**
 * The way of one request, told to whoever traces. Where nobody does, there is no tracing at all: whoever
 * would use it is built without, and pays nothing.
 */
export type Tracing = {
  /** Work that somebody outside asked for: the trace that the headers name goes on here. */
  readonly request: <Result>(headers: Headers, work: () => Promise<Result>) => Promise<Result>
  /** A part of what is being traced; outside of any trace it is only the work. */
  readonly step: <Result>(step: Step, work: () => Promise<Result>) => Promise<Result>
  /** Work that nobody waits for, upon what happened earlier. */
  readonly errand: <Result>(errand: Errand, work: () => Promise<Result>) => Promise<Result>
  /** Says more about the part that is under way. */
  readonly tell: (told: Told) => void
  /** Where the trace is, so that an errand can follow it: a traceparent; none outside of a trace. */
  readonly here: () => string | undefined
  /** Hands over what is still held back, as far as that goes quickly. */
  readonly flush: () => Promise<void>
}

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

export type Facts = Readonly<Record<string, string | number | undefined>>

export type Step = { readonly name: string; readonly facts?: Facts; readonly asksOthers?: true }

export type Errand = Step & {
  /** What it follows, as `here` told it then. */
  readonly after?: string | undefined
  /** Soon enough after it to be a part of it; else it only points there. */
  readonly isPart?: boolean
}

export type Told = {
  /** A better name than it began with. */
  readonly name?: string
  readonly facts?: Facts
  /** A failure of ours. */
  readonly isFault?: boolean
}
