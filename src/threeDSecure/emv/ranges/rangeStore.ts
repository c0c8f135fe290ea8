/**
 * The card ranges that all nodes share, and who asks a directory server for them. Implemented by the store;
 * all times are of the database's clock.
 */
export interface RangeStore {
  /** From now on there is something to ask these directory servers for. */
  announce(directoryServers: readonly string[]): Promise<void>
  /** By name; not those that were forgotten. */
  states(): Promise<readonly RangeState[]>
  /** To ask the directory server, if that is due and no other node does it. */
  claim(directoryServer: string, leaseMs: number): Promise<RangeClaim | undefined>
  /** False: another node has it by now, and nothing can be concluded any more. */
  extend(claim: RangeClaim, leaseMs: number): Promise<boolean>
  /**
   * Writes the parts, then makes them count in one commit. The generation from before stays until the next
   * one, for nodes that are reading it. Undefined: another node has the claim by now; nothing has changed.
   */
  publish(claim: RangeClaim, generation: NewGeneration, next: NextQuestion): Promise<number | undefined>
  /** The directory server said that the list is right. */
  confirm(claim: RangeClaim, next: NextQuestion): Promise<void>
  /** Nothing came of it. */
  fail(claim: RangeClaim, failure: RangeFailure, next: NextQuestion): Promise<void>
  /** Nothing was asked: others may. */
  release(claim: RangeClaim): Promise<void>
  /** The bytes of a generation; undefined: it has been replaced, or is not what was written. */
  load(state: StoredGenerationKey): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Nobody asks for it any more: it is in no list from now on, until it is announced again. */
  forget(directoryServer: string): Promise<void>
  /** Makes the question due now; false: there is no such directory server, or it was asked just before. */
  request(wanted: WantedRefresh): Promise<boolean>
}

export type RangeState = {
  readonly directoryServer: string
  /** Absent: nothing was ever loaded. */
  readonly current?: StoredGeneration
  /** Until the directory server is asked next; negative: it is due. */
  readonly nextInMs: number
  readonly isWholeNext: boolean
  readonly failures: number
  readonly failure?: string
  readonly requestedBy?: string
}

export type StoredGenerationKey = {
  readonly directoryServer: string
  readonly generation: number
  readonly bytes: number
}

export type StoredGeneration = StoredGenerationKey & {
  readonly serialNumber?: string
  readonly ranges: number
  /** Since the directory server last said that this is its list. */
  readonly ageMs: number
  readonly madeBy: string
}

export type RangeClaim = {
  readonly directoryServer: string
  readonly token: string
  readonly generation?: number
  readonly isWholeNext: boolean
  readonly failures: number
  /** Since it last sent all of its list; absent: never. */
  readonly wholeAgeMs?: number
  readonly requestedBy?: string
}

export type NewGeneration = {
  readonly bytes: Uint8Array
  readonly ranges: number
  readonly serialNumber?: string
  readonly isWhole: boolean
}

export type RangeFailure = {
  /** Of the specification, or a word. */
  readonly code: string
  /** The directory server has sent all of its list for nothing: that counts as asked. */
  readonly hasRefusedWhole: boolean
}

export type NextQuestion = {
  readonly inMs: number
  readonly isWhole: boolean
}

export type WantedRefresh = {
  readonly directoryServer: string
  readonly by: string
  readonly isWhole: boolean
  /** Not if it was asked more recently; absent: in any case. */
  readonly unlessAskedWithinMs?: number
}
