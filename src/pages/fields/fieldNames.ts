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
    securityCode: 'Code de sécurité',
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
  pt: {
    number: 'Número do cartão',
    securityCode: 'Código de segurança',
    expiryMonth: 'Mês de validade (MM)',
    expiryYear: 'Ano de validade (AA)',
    nameOnCard: 'Nome no cartão',
  },
  it: {
    number: 'Numero di carta',
    securityCode: 'Codice di sicurezza',
    expiryMonth: 'Mese di scadenza (MM)',
    expiryYear: 'Anno di scadenza (AA)',
    nameOnCard: 'Titolare della carta',
  },
  ja: {
    number: 'カード番号',
    securityCode: 'セキュリティコード',
    expiryMonth: '有効期限（月）',
    expiryYear: '有効期限（年）',
    nameOnCard: 'カード名義人',
  },
  'zh-Hans': {
    number: '卡号',
    securityCode: '安全码',
    expiryMonth: '有效期（月）',
    expiryYear: '有效期（年）',
    nameOnCard: '持卡人姓名',
  },
  nl: {
    number: 'Kaartnummer',
    securityCode: 'Beveiligingscode',
    expiryMonth: 'Vervalmaand (MM)',
    expiryYear: 'Vervaljaar (JJ)',
    nameOnCard: 'Naam op kaart',
  },
}
