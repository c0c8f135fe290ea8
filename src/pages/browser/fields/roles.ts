// The fields of a card form: their roles, by the names of the API, their traits, and what they are called.

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

/** The accessible name of a field for which the merchant's page has none. */
export function defaultFieldName(role: FieldRole, locale: string): string {
  const language = locale.split(/[-_]/)[0]?.toLowerCase() ?? ''
  return (namesByLanguage.get(language) ?? englishNames)[role]
}

type FieldNames = Readonly<Record<FieldRole, string>>

const englishNames: FieldNames = {
  number: 'Card number',
  securityCode: 'Security code',
  expiryMonth: 'Expiry month (MM)',
  expiryYear: 'Expiry year (YY)',
  nameOnCard: 'Name on card',
}
/** An array literal, so that bundles which need no names leave them out. */
const namesByLanguage: ReadonlyMap<string, FieldNames> = new Map([
  [
    'de',
    {
      number: 'Kartennummer',
      securityCode: 'Prüfnummer',
      expiryMonth: 'Gültig bis: Monat (MM)',
      expiryYear: 'Gültig bis: Jahr (JJ)',
      nameOnCard: 'Name auf der Karte',
    },
  ],
  [
    'fr',
    {
      number: 'Numéro de carte',
      securityCode: 'Cryptogramme visuel',
      expiryMonth: 'Mois d’expiration (MM)',
      expiryYear: 'Année d’expiration (AA)',
      nameOnCard: 'Nom sur la carte',
    },
  ],
  [
    'es',
    {
      number: 'Número de tarjeta',
      securityCode: 'Código de seguridad',
      expiryMonth: 'Mes de caducidad (MM)',
      expiryYear: 'Año de caducidad (AA)',
      nameOnCard: 'Nombre en la tarjeta',
    },
  ],
  [
    'ar',
    {
      number: 'رقم البطاقة',
      securityCode: 'رمز الأمان',
      expiryMonth: 'شهر انتهاء الصلاحية',
      expiryYear: 'سنة انتهاء الصلاحية',
      nameOnCard: 'الاسم على البطاقة',
    },
  ],
])
