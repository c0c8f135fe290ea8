/** A card as a payer types it. What the sandbox's acquirer does with it is told by the expiry date. */
export type TypedCard = {
  readonly number: string
  readonly expiry: string
  readonly code: string
  readonly name: string
}

const name = 'Ada Quill'
const approved = { expiry: '01/39', code: '100', name }

/** Named by what happens to them; the first ones know no payer authentication. */
export const cards = {
  plain: { ...approved, number: '4508750015741019' },
  declined: { ...approved, number: '4508750015741019', expiry: '05/39' },
  poor: { ...approved, number: '4508750015741019', expiry: '02/39' },
  silent: { ...approved, number: '4508750015741019', expiry: '11/39' },
  /** The issuer looks at the browser and is content. */
  frictionless: { ...approved, number: '5123456789012346' },
  /** The issuer is content at once. The demo shop does not show this one. */
  recognised: { ...approved, number: '4440000042200014' },
  /** The issuer looks at the browser and asks the payer. */
  challenged: { ...approved, number: '5123450000000008' },
  /** The issuer asks the payer straight away. */
  challengedAtOnce: { ...approved, number: '2223000000000007' },
  rejected: { ...approved, number: '5506900140100503' },
} as const satisfies Record<string, TypedCard>
