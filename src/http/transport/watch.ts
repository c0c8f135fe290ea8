import type { HttpResponder } from './server.ts'

/** Who counts and traces what the door does; the door itself knows no more of it than this. */
export type HttpMonitor = {
  /** Stands around every request, from its headers to its answer. */
  readonly observe: (exchange: HttpResponder) => HttpResponder
  readonly answered: (answered: AnsweredRequest) => void
  /** Of what did not become a request: the status, or that there was no way to tell one. */
  readonly refused: (status: number | undefined) => void
  readonly failedLogin: (kind: 'password' | 'session') => void
}

export type AnsweredRequest = {
  readonly method: string | undefined
  /** With the names of its parameters, never their values; absent where the path is none of ours. */
  readonly route: string | undefined
  /** Absent when nobody waited for the answer. */
  readonly status: number | undefined
  readonly ms: number
}
