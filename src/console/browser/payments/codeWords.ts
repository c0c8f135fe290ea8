// What statuses of orders and types of transactions are called.

import type { OrderState } from '../../../orders/status.ts'
import type { TransactionResult, TransactionType } from '../../../orders/transaction.ts'
import { transactionTypes } from '../../../orders/transaction.ts'
import { orderStatuses, transactionResults } from '../../../standards/paymentCodes.ts'
import { defineWords } from '../words/defineWords.ts'

export const codeWords = defineWords({
  en: {
    ...{ AUTHENTICATED: 'Authenticated', AUTHENTICATION_INITIATED: 'Authenticating' },
    ...{ AUTHENTICATION_NOT_NEEDED: 'No authentication', AUTHENTICATION_UNSUCCESSFUL: 'Not authenticated' },
    ...{ AUTHORIZED: 'Authorized', CANCELLED: 'Cancelled', CAPTURED: 'Captured', FAILED: 'Failed' },
    ...{ EXCESSIVELY_REFUNDED: 'Refunded in excess', INITIATED: 'Initiated', VERIFIED: 'Verified' },
    ...{ PARTIALLY_CAPTURED: 'Partly captured', PARTIALLY_REFUNDED: 'Partly refunded', REFUNDED: 'Refunded' },
    ...{ AUTHENTICATION: 'Authentication', AUTHORIZATION: 'Authorization', CAPTURE: 'Capture', FEE: 'Fee' },
    ...{ AUTHORIZATION_UPDATE: 'Update of authorization', CHARGEBACK: 'Chargeback', PAYMENT: 'Payment' },
    ...{ REFUND: 'Refund', VERIFICATION: 'Verification', VOID_AUTHORIZATION: 'Void of authorization' },
    ...{ VOID_CAPTURE: 'Void of capture', VOID_PAYMENT: 'Void of payment', VOID_REFUND: 'Void of refund' },
    ...{ NEW: 'New', SUCCESS: 'Success', FAILURE: 'Failure', PENDING: 'Pending', UNKNOWN: 'Unknown' },
  },
  de: {
    ...{ AUTHENTICATED: 'Authentifiziert', AUTHENTICATION_INITIATED: 'Wird authentifiziert' },
    ...{ AUTHENTICATION_NOT_NEEDED: 'Ohne Authentifizierung' },
    ...{ AUTHENTICATION_UNSUCCESSFUL: 'Nicht authentifiziert', AUTHORIZED: 'Autorisiert' },
    ...{ CANCELLED: 'Storniert', CAPTURED: 'Eingezogen', FAILED: 'Gescheitert', VERIFIED: 'Geprüft' },
    ...{ EXCESSIVELY_REFUNDED: 'Zu viel erstattet', INITIATED: 'Begonnen', REFUNDED: 'Erstattet' },
    ...{ PARTIALLY_CAPTURED: 'Teilweise eingezogen', PARTIALLY_REFUNDED: 'Teilweise erstattet' },
    ...{ AUTHENTICATION: 'Authentifizierung', AUTHORIZATION: 'Autorisierung', CAPTURE: 'Einzug' },
    ...{ FEE: 'Gebühr', AUTHORIZATION_UPDATE: 'Änderung der Autorisierung', CHARGEBACK: 'Rückbelastung' },
    ...{ PAYMENT: 'Zahlung', REFUND: 'Erstattung', VERIFICATION: 'Kartenprüfung' },
    ...{ VOID_AUTHORIZATION: 'Storno der Autorisierung', VOID_CAPTURE: 'Storno des Einzugs' },
    ...{ VOID_PAYMENT: 'Storno der Zahlung', VOID_REFUND: 'Storno der Erstattung' },
    ...{ NEW: 'Neu', SUCCESS: 'Erfolg', FAILURE: 'Fehlschlag', PENDING: 'Offen', UNKNOWN: 'Unbekannt' },
  },
  fr: {
    ...{ AUTHENTICATED: 'Authentifié', AUTHENTICATION_INITIATED: 'Authentification en cours' },
    ...{ AUTHENTICATION_NOT_NEEDED: 'Sans authentification', AUTHENTICATION_UNSUCCESSFUL: 'Non authentifié' },
    ...{ AUTHORIZED: 'Autorisé', CANCELLED: 'Annulé', CAPTURED: 'Capturé', FAILED: 'Échoué' },
    ...{ EXCESSIVELY_REFUNDED: 'Trop remboursé', INITIATED: 'Commencé', VERIFIED: 'Vérifié' },
    ...{ PARTIALLY_CAPTURED: 'Partiellement capturé', PARTIALLY_REFUNDED: 'Partiellement remboursé' },
    ...{ REFUNDED: 'Remboursé', AUTHENTICATION: 'Authentification', AUTHORIZATION: 'Autorisation' },
    ...{ CAPTURE: 'Capture', FEE: 'Frais', AUTHORIZATION_UPDATE: 'Modification de l’autorisation' },
    ...{ CHARGEBACK: 'Impayé', PAYMENT: 'Paiement', REFUND: 'Remboursement', VERIFICATION: 'Vérification' },
    ...{ VOID_AUTHORIZATION: 'Annulation de l’autorisation', VOID_CAPTURE: 'Annulation de la capture' },
    ...{ VOID_PAYMENT: 'Annulation du paiement', VOID_REFUND: 'Annulation du remboursement' },
    ...{ NEW: 'Nouvelle', SUCCESS: 'Succès', FAILURE: 'Échec', PENDING: 'En attente', UNKNOWN: 'Inconnu' },
  },
  es: {
    ...{ AUTHENTICATED: 'Autenticado', AUTHENTICATION_INITIATED: 'Autenticando' },
    ...{ AUTHENTICATION_NOT_NEEDED: 'Sin autenticación', AUTHENTICATION_UNSUCCESSFUL: 'No autenticado' },
    ...{ AUTHORIZED: 'Autorizado', CANCELLED: 'Cancelado', CAPTURED: 'Capturado', FAILED: 'Fallido' },
    ...{ EXCESSIVELY_REFUNDED: 'Reembolsado en exceso', INITIATED: 'Iniciado', VERIFIED: 'Verificado' },
    ...{ PARTIALLY_CAPTURED: 'Capturado en parte', PARTIALLY_REFUNDED: 'Reembolsado en parte' },
    ...{ REFUNDED: 'Reembolsado', AUTHENTICATION: 'Autenticación', AUTHORIZATION: 'Autorización' },
    ...{ CAPTURE: 'Captura', FEE: 'Comisión', AUTHORIZATION_UPDATE: 'Cambio de la autorización' },
    ...{ CHARGEBACK: 'Contracargo', PAYMENT: 'Pago', REFUND: 'Reembolso', VERIFICATION: 'Verificación' },
    ...{ VOID_AUTHORIZATION: 'Anulación de la autorización', VOID_CAPTURE: 'Anulación de la captura' },
    ...{ VOID_PAYMENT: 'Anulación del pago', VOID_REFUND: 'Anulación del reembolso' },
    ...{ NEW: 'Nuevo', SUCCESS: 'Éxito', FAILURE: 'Fallo', PENDING: 'Pendiente', UNKNOWN: 'Desconocido' },
  },
  ar: {
    ...{ AUTHENTICATED: 'تمت المصادقة', AUTHENTICATION_INITIATED: 'المصادقة جارية' },
    ...{ AUTHENTICATION_NOT_NEEDED: 'بلا مصادقة', AUTHENTICATION_UNSUCCESSFUL: 'لم تتم المصادقة' },
    ...{ AUTHORIZED: 'مفوَّض', CANCELLED: 'ملغى', CAPTURED: 'محصَّل', FAILED: 'فشل' },
    ...{ EXCESSIVELY_REFUNDED: 'استرداد زائد', INITIATED: 'بدأ', VERIFIED: 'تم التحقق' },
    ...{ PARTIALLY_CAPTURED: 'محصَّل جزئيًا', PARTIALLY_REFUNDED: 'مسترد جزئيًا', REFUNDED: 'مسترد' },
    ...{ AUTHENTICATION: 'مصادقة', AUTHORIZATION: 'تفويض', CAPTURE: 'تحصيل', FEE: 'رسم' },
    ...{ AUTHORIZATION_UPDATE: 'تعديل التفويض', CHARGEBACK: 'رد مبالغ', PAYMENT: 'دفع', REFUND: 'استرداد' },
    ...{ VERIFICATION: 'تحقق', VOID_AUTHORIZATION: 'إلغاء التفويض', VOID_CAPTURE: 'إلغاء التحصيل' },
    ...{ VOID_PAYMENT: 'إلغاء الدفع', VOID_REFUND: 'إلغاء الاسترداد' },
    ...{ NEW: 'جديد', SUCCESS: 'نجاح', FAILURE: 'إخفاق', PENDING: 'معلّق', UNKNOWN: 'غير معروف' },
  },
})

type NamedCode = OrderState | TransactionResult | TransactionType

/** Undefined for what a later release may have; then the code itself is shown. */
export const namedCode = (code: string): (NamedCode & keyof (typeof codeWords)['en']) | undefined =>
  namedCodes.find(known => known === code)

const namedCodes: readonly NamedCode[] = ['NEW', ...orderStatuses, ...transactionTypes, ...transactionResults]

/** `NETWORK_B` as people read it, or a code that has no name. */
export function readable(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  // Brands end with a letter of their own.
  const capitals = words.slice(1).replace(/ (?:[a-z]|api)$/, end => end.toUpperCase())
  return words.slice(0, 1).toUpperCase() + capitals
}
