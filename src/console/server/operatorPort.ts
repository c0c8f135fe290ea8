// What the operators' corner reads of the database beyond what other rooms keep there.

export interface GatewayRecords {
  nodes(): Promise<readonly { readonly nodeId: string; readonly beats: string }[]>
  generations(): Promise<readonly KeyGenerationRow[]>
  wrappings(): Promise<
    readonly { readonly keyId: string; readonly keys: number; readonly newestAtMs: number }[]
  >
  /** Due longest ago first. */
  obligations(wanted: WantedObligationPage): Promise<readonly PendingObligation[]>
}

export type KeyGenerationRow = {
  readonly number: number
  readonly startedAtMs: number
  readonly resealedAtMs?: number
  readonly retiredAtMs?: number
}

export type WantedObligationPage = {
  readonly obligation?: string | undefined
  readonly after?: ObligationPosition | undefined
  readonly limit: number
}

/** By when it is due, then by its transaction. */
export type ObligationPosition = {
  readonly nextAt: string
  readonly merchantId: string
  readonly orderNo: string
  readonly transactionId: string
}

export type PendingObligation = ObligationPosition & {
  readonly orderId: string
  readonly obligation: string
  readonly attempts: number
  readonly unsent: number
  readonly owedAtMs: number
  readonly nextAtMs: number
  readonly lastAttemptAtMs?: number
  readonly link?: string
}
