import type { FieldRole } from './roles.ts'

/** What assistive technology calls a field when the merchant's page does not say. */
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
const namesByLanguage: ReadonlyMap<string, FieldNames> = new Map(
  Object.entries({
    de: {
      number: 'Kartennummer',
      securityCode: 'Prüfnummer',
      expiryMonth: 'Gültig bis: Monat (MM)',
      expiryYear: 'Gültig bis: Jahr (JJ)',
      nameOnCard: 'Name auf der Karte',
    },
    fr: {
      number: 'Numéro de carte',
      securityCode: 'Cryptogramme visuel',
      expiryMonth: 'Mois d’expiration (MM)',
      expiryYear: 'Année d’expiration (AA)',
      nameOnCard: 'Nom sur la carte',
    },
    es: {
      number: 'Número de tarjeta',
      securityCode: 'Código de seguridad',
      expiryMonth: 'Mes de caducidad (MM)',
      expiryYear: 'Año de caducidad (AA)',
      nameOnCard: 'Nombre en la tarjeta',
    },
    ar: {
      number: 'رقم البطاقة',
      securityCode: 'رمز الأمان',
      expiryMonth: 'شهر انتهاء الصلاحية',
      expiryYear: 'سنة انتهاء الصلاحية',
      nameOnCard: 'الاسم على البطاقة',
    },
  }),
)
