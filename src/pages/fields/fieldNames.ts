// What the fields of a card form are called where the merchant's page does not name them.

import type { FieldRole } from '../browser/fields/roles.ts'
import type { PageLocale } from '../localisation.ts'

/** The accessible name of a field for which the merchant's page has none. */
export const fieldNameIn = (locale: PageLocale, role: FieldRole): string => names[locale][role]

const names: Readonly<Record<PageLocale, Readonly<Record<FieldRole, string>>>> = {
  en: {
    number: 'Card number',
    securityCode: 'Security code',
    expiryMonth: 'Expiry month (MM)',
    expiryYear: 'Expiry year (YY)',
    nameOnCard: 'Name on card',
  },
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
}
