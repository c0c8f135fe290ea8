/** A deliberate mistake in the product, and the tests that have to notice it. */
export type Mutant = {
  /** What would be wrong. */
  readonly wrong: string
  readonly file: string
  /** Text that the file has exactly once, and what it becomes. */
  readonly from: string
  readonly to: string
  readonly suite: string
}

/** Rows of the form [what would be wrong, from, to], in one file and for one suite. */
export const inFile = (
  file: string,
  suite: string,
  rows: readonly (readonly [wrong: string, from: string, to: string])[],
): readonly Mutant[] => rows.map(([wrong, from, to]) => ({ wrong, file, from, to, suite }))
