/** Why this start cannot go on, as one line a user can act on; printed as it is, without a stack. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
