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
