/** The fields of a card form, by the names that the API and merchants' pages have for them. */
export const fieldRoles = ['number', 'securityCode', 'expiryMonth', 'expiryYear', 'nameOnCard'] as const
export type FieldRole = (typeof fieldRoles)[number]

export const isFieldRole = (value: unknown): value is FieldRole => fieldRoles.some(role => role === value)

/** How a field shows itself: a line of text, one whose characters are hidden, or a list. */
export const fieldDisplays = ['text', 'hidden', 'list'] as const
export type FieldDisplay = (typeof fieldDisplays)[number]

/** What browsers and keyboards need to know of a field. */
export type FieldTraits = {
  /** By which browsers know what to fill in. */
  readonly autocomplete: string
  readonly isNumeric: boolean
  readonly lengthMax: number
  /** What a merchant's page finds it under among the errors of an update. */
  readonly errorName: string
}

export const fieldTraits = {
  // Whatever is pasted with them, spaces and dashes go; 19 digits are left.
  number: { autocomplete: 'cc-number', isNumeric: true, lengthMax: 60, errorName: 'cardNumber' },
  securityCode: { autocomplete: 'cc-csc', isNumeric: true, lengthMax: 4, errorName: 'securityCode' },
  expiryMonth: { autocomplete: 'cc-exp-month', isNumeric: true, lengthMax: 2, errorName: 'expiryMonth' },
  expiryYear: { autocomplete: 'cc-exp-year', isNumeric: true, lengthMax: 4, errorName: 'expiryYear' },
  nameOnCard: { autocomplete: 'cc-name', isNumeric: false, lengthMax: 256, errorName: 'nameOnCard' },
} as const satisfies Record<FieldRole, FieldTraits>
