// The fields of a card form: their roles, by the names of the API, and their traits.

export const fieldRoles = ['number', 'securityCode', 'expiryMonth', 'expiryYear', 'nameOnCard'] as const
export type FieldRole = (typeof fieldRoles)[number]

export const isFieldRole = (value: unknown): value is FieldRole => fieldRoles.some(role => role === value)

/** How a field is displayed: as text, as text with hidden characters, or as a list. */
export const fieldDisplays = ['text', 'hidden', 'list'] as const
export type FieldDisplay = (typeof fieldDisplays)[number]

/** What browsers and keyboards need to know of a field. */
type FieldTraits = {
  /** The autofill token. */
  readonly autocomplete: string
  readonly isNumeric: boolean
  readonly lengthMax: number
  /** Its name among the errors that a merchant's page gets. */
  readonly errorName: string
}

export const fieldTraits = {
  // More than the 19 digits: spaces and dashes that are pasted with them are removed.
  number: { autocomplete: 'cc-number', isNumeric: true, lengthMax: 60, errorName: 'cardNumber' },
  securityCode: { autocomplete: 'cc-csc', isNumeric: true, lengthMax: 4, errorName: 'securityCode' },
  expiryMonth: { autocomplete: 'cc-exp-month', isNumeric: true, lengthMax: 2, errorName: 'expiryMonth' },
  expiryYear: { autocomplete: 'cc-exp-year', isNumeric: true, lengthMax: 4, errorName: 'expiryYear' },
  nameOnCard: { autocomplete: 'cc-name', isNumeric: false, lengthMax: 256, errorName: 'nameOnCard' },
} as const satisfies Record<FieldRole, FieldTraits>
