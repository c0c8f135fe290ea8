// The verification of the audit log, as all nodes know it: the one that runs, and the newest that ended.

export interface VerificationStore {
  /** False: one runs already, on this node or another. */
  begin(runId: string, by: string): Promise<boolean>
  /** How far it is; without such a word for a while, another one may begin. */
  progress(runId: string, entries: number): Promise<void>
  /** Without a result: it could not be finished. */
  end(runId: string, result?: VerifiedLog): Promise<void>
  /** One that was made elsewhere has just ended. */
  note(by: string, tookMs: number, result: VerifiedLog): Promise<void>
  read(): Promise<KnownVerifications>
}

export type VerifiedLog = {
  /** The number of the last entry that is as it was written. */
  readonly entries: number
  /** The first that is not. */
  readonly broken?: { readonly entryNo: number; readonly why: string }
}

export type KnownVerifications = {
  /** The one that was begun last could not be finished. */
  readonly isUnfinished: boolean
  readonly running?: { readonly by: string; readonly startedAtMs: number; readonly entries: number }
  readonly ended?: VerifiedLog & {
    readonly by: string
    readonly startedAtMs: number
    readonly endedAtMs: number
  }
}
