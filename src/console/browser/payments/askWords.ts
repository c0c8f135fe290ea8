// What the gateway asks acquirers, issuers and payment providers, and what they answer.

import { defineWords } from '../words/defineWords.ts'

export const askWords = defineWords({
  en: {
    ...{ authorize: 'authorize', pay: 'pay', verify: 'verify', credit: 'credit', capture: 'capture' },
    ...{ refund: 'refund', void: 'void', update: 'update', reverse: 'reverse', inquire: 'inquire' },
    ...{ balance: 'balance', initiate: 'initiate', confirm: 'confirm', progress: 'progress' },
    ...{ approved: 'approved', declined: 'declined', pending: 'pending', undecided: 'undecided' },
    ...{ silent: 'silent', failed: 'failed', agreed: 'agreed', started: 'started', unknown: 'unknown' },
    ...{ enrolled: 'enrolled', notEnrolled: 'not enrolled', noOriginal: 'knows of no original' },
  },
  de: {
    ...{ authorize: 'autorisieren', pay: 'bezahlen', verify: 'Karte prüfen', credit: 'gutschreiben' },
    ...{ capture: 'einziehen', refund: 'erstatten', void: 'stornieren', update: 'ändern' },
    ...{ reverse: 'rückgängig machen', inquire: 'nachfragen', balance: 'Guthaben', initiate: 'beginnen' },
    ...{ confirm: 'bestätigen', progress: 'Fortgang', approved: 'genehmigt', declined: 'abgelehnt' },
    ...{ pending: 'offen', undecided: 'unentschieden', silent: 'keine Antwort', failed: 'gescheitert' },
    ...{ agreed: 'zugestimmt', started: 'begonnen', unknown: 'unbekannt', enrolled: 'nimmt teil' },
    ...{ notEnrolled: 'nimmt nicht teil', noOriginal: 'kennt nichts davon' },
  },
  fr: {
    ...{ authorize: 'autoriser', pay: 'payer', verify: 'vérifier', credit: 'créditer', capture: 'capturer' },
    ...{ refund: 'rembourser', void: 'annuler', update: 'modifier', reverse: 'contre-passer' },
    ...{ inquire: 'interroger', balance: 'solde', initiate: 'commencer', confirm: 'confirmer' },
    ...{ progress: 'avancement', approved: 'approuvé', declined: 'refusé', pending: 'en attente' },
    ...{ undecided: 'indécis', silent: 'sans réponse', failed: 'échoué', agreed: 'accepté' },
    ...{ started: 'commencé', unknown: 'inconnu', enrolled: 'participe', notEnrolled: 'ne participe pas' },
    ...{ noOriginal: 'ne connaît pas l’original' },
  },
  es: {
    ...{ authorize: 'autorizar', pay: 'pagar', verify: 'verificar', credit: 'abonar', capture: 'capturar' },
    ...{ refund: 'reembolsar', void: 'anular', update: 'modificar', reverse: 'revertir' },
    ...{ inquire: 'consultar', balance: 'saldo', initiate: 'iniciar', confirm: 'confirmar' },
    ...{ progress: 'avance', approved: 'aprobado', declined: 'rechazado', pending: 'pendiente' },
    ...{ undecided: 'sin decidir', silent: 'sin respuesta', failed: 'fallido', agreed: 'aceptado' },
    ...{ started: 'iniciado', unknown: 'desconocido', enrolled: 'participa', notEnrolled: 'no participa' },
    ...{ noOriginal: 'no conoce el original' },
  },
  ar: {
    ...{ authorize: 'تفويض', pay: 'دفع', verify: 'تحقق', credit: 'إيداع', capture: 'تحصيل' },
    ...{ refund: 'استرداد', void: 'إلغاء', update: 'تعديل', reverse: 'عكس', inquire: 'استعلام' },
    ...{ balance: 'رصيد', initiate: 'بدء', confirm: 'تأكيد', progress: 'متابعة', approved: 'مقبولة' },
    ...{ declined: 'مرفوضة', pending: 'معلّقة', undecided: 'لم تُحسم', silent: 'بلا جواب', failed: 'فشلت' },
    ...{ agreed: 'وافق', started: 'بدأت', unknown: 'غير معروفة', enrolled: 'مشتركة' },
    ...{ notEnrolled: 'غير مشتركة', noOriginal: 'لا يعرف الأصل' },
  },
})

type AskWord = keyof (typeof askWords)['en']

/** Another one stays as it was recorded. */
export const isAskWord = (word: string): word is AskWord => Object.hasOwn(askWords.en, word)
