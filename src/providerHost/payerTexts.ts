// The texts of the simulated provider's pages, in five languages.

import type { PageLocale } from '../pages/localisation.ts'
import type { PayerVisitState } from './payerVisit.ts'

export const providerTextsIn = (locale: PageLocale): ProviderTexts => languages[locale]

/** The texts of the provider's pages, in each language. */
export type ProviderTexts = {
  readonly provider: string
  readonly simulated: string
  readonly payTo: (merchant: string) => string
  readonly payLead: string
  readonly agreeLead: string
  readonly pay: (amount: string) => string
  readonly agree: string
  readonly cancel: string
  readonly decline: string
  readonly abort: string
  readonly items: string
  readonly more: (count: number) => string
  readonly subTotals: Readonly<Record<'items' | 'shipping' | 'tax' | 'discount', string>>
  readonly shipTo: string
  readonly change: string
  readonly address: Readonly<
    Record<'street' | 'street2' | 'postcodeZip' | 'city' | 'stateProvince' | 'country', string>
  >
  readonly order: string
  readonly sandbox: string
  readonly ends: Readonly<Record<Exclude<PayerVisitState, 'asking'>, PageEndText>>
  readonly unknown: PageEndText
  readonly returning: string
  readonly backTo: (merchant: string) => string
  readonly close: string
}
type PageEndText = { readonly title: string; readonly text: string }

const arabic: ProviderTexts = {
  provider: 'مزوّد الدفع',
  simulated: 'محاكاة',
  payTo: merchant => `الدفع إلى ${merchant}`,
  payLead: 'ستدفع الآن من حسابك لدينا.',
  agreeLead: 'أنت توافق الآن، ولن يُدفع شيء قبل أن تؤكّد في المتجر.',
  pay: amount => `ادفع ${amount}`,
  agree: 'موافقة ومتابعة',
  cancel: 'إلغاء الدفع',
  decline: 'اجعل المزوّد يرفض',
  abort: 'المغادرة دون إجابة',
  items: 'ما الذي تدفع ثمنه',
  more: count => `وأصناف أخرى: ${count}`,
  subTotals: { items: 'الأصناف', shipping: 'الشحن', tax: 'الضريبة', discount: 'الخصم' },
  shipTo: 'التوصيل إلى',
  change: 'تغيير العنوان',
  address: {
    street: 'الشارع',
    street2: 'السطر الثاني',
    postcodeZip: 'الرمز البريدي',
    city: 'المدينة',
    stateProvince: 'الولاية أو المحافظة',
    country: 'الدولة',
  },
  order: 'الطلب',
  sandbox: 'هذه الصفحة جزء من بيئة الاختبار: لا تنتقل أي أموال.',
  ends: {
    paid: { title: 'تم الدفع', text: 'شكرًا لك.' },
    agreed: { title: 'تمت الموافقة', text: 'أكّد الدفع الآن في المتجر.' },
    waiting: { title: 'قيد المعالجة', text: 'تجري معالجة دفعتك، وسيعرف المتجر نتيجتها.' },
    declined: { title: 'مرفوض', text: 'رُفضت عملية الدفع. لم يُدفع شيء.' },
    cancelled: { title: 'أُلغي الدفع', text: 'لقد ألغيت عملية الدفع. لم يُدفع شيء.' },
    left: { title: 'بلا إجابة', text: 'غادرت دون إجابة. لم يُدفع شيء.' },
    over: {
      title: 'انتهت عملية الدفع هذه',
      text: 'لم يعد المتجر ينتظر، فلا يمكن الدفع هنا بعد الآن. لم يُدفع شيء.',
    },
  },
  unknown: {
    title: 'لا توجد عملية دفع كهذه',
    text: 'العنوان غير صحيح، أو أُفرغت بيئة الاختبار بعد ذلك. ابدأ من جديد في المتجر.',
  },
  returning: 'نعيدك الآن إلى المتجر.',
  backTo: merchant => `العودة إلى ${merchant}`,
  close: 'يمكنك إغلاق هذه الصفحة والعودة إلى المتجر.',
}

const english: ProviderTexts = {
  provider: 'Provider',
  simulated: 'Simulated',
  payTo: merchant => `Pay ${merchant}`,
  payLead: 'You pay now, with your account here.',
  agreeLead: 'You agree now; the shop asks you to confirm before anything is paid.',
  pay: amount => `Pay ${amount}`,
  agree: 'Agree and continue',
  cancel: 'Cancel the payment',
  decline: 'Let the provider decline',
  abort: 'Leave without answering',
  items: 'What you pay for',
  more: count => (count === 1 ? 'and 1 more' : `and ${count} more`),
  subTotals: { items: 'Items', shipping: 'Shipping', tax: 'Tax', discount: 'Discount' },
  shipTo: 'Delivery to',
  change: 'Change the address',
  address: {
    street: 'Street',
    street2: 'Second line',
    postcodeZip: 'Postcode',
    city: 'Town',
    stateProvince: 'State or province',
    country: 'Country',
  },
  order: 'Order',
  sandbox: 'This page belongs to the sandbox: no money moves.',
  ends: {
    paid: { title: 'Paid', text: 'Thank you.' },
    agreed: { title: 'Agreed', text: 'Confirm the payment at the shop now.' },
    waiting: {
      title: 'In progress',
      text: 'Your payment is being worked on. The shop will hear how it ends.',
    },
    declined: { title: 'Declined', text: 'The payment was declined. Nothing was paid.' },
    cancelled: { title: 'Cancelled', text: 'You cancelled the payment. Nothing was paid.' },
    left: { title: 'Not answered', text: 'You left without an answer. Nothing was paid.' },
    over: {
      title: 'This payment is over',
      text: 'The shop has stopped waiting, so it cannot be paid here any more. Nothing was paid.',
    },
  },
  unknown: {
    title: 'There is no such payment',
    text: 'The address is wrong, or the sandbox was emptied since. Start again at the shop.',
  },
  returning: 'You are being taken back to the shop.',
  backTo: merchant => `Back to ${merchant}`,
  close: 'You can close this page and go back to the shop.',
}

const french: ProviderTexts = {
  provider: 'Prestataire de paiement',
  simulated: 'Simulé',
  payTo: merchant => `Payer ${merchant}`,
  payLead: 'Vous payez maintenant, avec votre compte chez nous.',
  agreeLead: 'Vous donnez votre accord maintenant ; rien n’est payé avant votre confirmation à la boutique.',
  pay: amount => `Payer ${amount}`,
  agree: 'Accepter et continuer',
  cancel: 'Annuler le paiement',
  decline: 'Faire refuser par le prestataire',
  abort: 'Partir sans répondre',
  items: 'Ce que vous payez',
  more: count => (count === 1 ? 'et 1 autre article' : `et ${count} autres articles`),
  subTotals: { items: 'Articles', shipping: 'Livraison', tax: 'Taxes', discount: 'Remise' },
  shipTo: 'Livraison à',
  change: 'Modifier l’adresse',
  address: {
    street: 'Rue',
    street2: 'Complément',
    postcodeZip: 'Code postal',
    city: 'Ville',
    stateProvince: 'Région ou province',
    country: 'Pays',
  },
  order: 'Commande',
  sandbox: 'Cette page fait partie du bac à sable : aucun argent ne circule.',
  ends: {
    paid: { title: 'Payé', text: 'Merci.' },
    agreed: { title: 'Accepté', text: 'Confirmez maintenant le paiement à la boutique.' },
    waiting: {
      title: 'En cours',
      text: 'Votre paiement est en cours de traitement. La boutique en saura l’issue.',
    },
    declined: { title: 'Refusé', text: 'Le paiement a été refusé. Rien n’a été payé.' },
    cancelled: { title: 'Annulé', text: 'Vous avez annulé le paiement. Rien n’a été payé.' },
    left: { title: 'Sans réponse', text: 'Vous êtes parti sans répondre. Rien n’a été payé.' },
    over: {
      title: 'Ce paiement est terminé',
      text: 'La boutique n’attend plus ; il n’est plus possible de payer ici. Rien n’a été payé.',
    },
  },
  unknown: {
    title: 'Ce paiement n’existe pas',
    text: 'L’adresse est fausse, ou le bac à sable a été vidé depuis. Recommencez à la boutique.',
  },
  returning: 'Nous vous ramenons à la boutique.',
  backTo: merchant => `Retour à ${merchant}`,
  close: 'Vous pouvez fermer cette page et revenir à la boutique.',
}

const german: ProviderTexts = {
  provider: 'Zahlungsanbieter',
  simulated: 'Simuliert',
  payTo: merchant => `Zahlung an ${merchant}`,
  payLead: 'Sie bezahlen jetzt, mit Ihrem Konto bei uns.',
  agreeLead: 'Sie stimmen jetzt zu; bezahlt wird erst, wenn Sie im Shop bestätigen.',
  pay: amount => `${amount} bezahlen`,
  agree: 'Zustimmen und weiter',
  cancel: 'Zahlung abbrechen',
  decline: 'Anbieter ablehnen lassen',
  abort: 'Ohne Antwort verlassen',
  items: 'Was Sie bezahlen',
  more: count => (count === 1 ? 'und 1 weiterer Artikel' : `und ${count} weitere Artikel`),
  subTotals: { items: 'Artikel', shipping: 'Versand', tax: 'Steuer', discount: 'Rabatt' },
  shipTo: 'Lieferung an',
  change: 'Adresse ändern',
  address: {
    street: 'Straße',
    street2: 'Zusatz',
    postcodeZip: 'Postleitzahl',
    city: 'Ort',
    stateProvince: 'Bundesland oder Region',
    country: 'Land',
  },
  order: 'Bestellung',
  sandbox: 'Diese Seite gehört zur Sandbox: Es fließt kein Geld.',
  ends: {
    paid: { title: 'Bezahlt', text: 'Vielen Dank.' },
    agreed: {
      title: 'Zugestimmt',
      text: 'Bestätigen Sie die Zahlung jetzt im Shop.',
    },
    waiting: {
      title: 'In Bearbeitung',
      text: 'Ihre Zahlung wird bearbeitet. Der Shop erfährt, wie sie ausgeht.',
    },
    declined: { title: 'Abgelehnt', text: 'Die Zahlung wurde abgelehnt. Es wurde nichts bezahlt.' },
    cancelled: { title: 'Abgebrochen', text: 'Sie haben die Zahlung abgebrochen. Es wurde nichts bezahlt.' },
    left: { title: 'Nicht beantwortet', text: 'Sie sind ohne Antwort gegangen. Es wurde nichts bezahlt.' },
    over: {
      title: 'Diese Zahlung ist beendet',
      text: 'Der Shop wartet nicht mehr, darum kann hier nicht mehr bezahlt werden. Es wurde nichts bezahlt.',
    },
  },
  unknown: {
    title: 'Diese Zahlung gibt es nicht',
    text: 'Die Adresse ist falsch, oder die Sandbox wurde inzwischen geleert. Beginnen Sie im Shop von vorn.',
  },
  returning: 'Sie werden zum Shop zurückgebracht.',
  backTo: merchant => `Zurück zu ${merchant}`,
  close: 'Sie können diese Seite schließen und zum Shop zurückkehren.',
}

const spanish: ProviderTexts = {
  provider: 'Proveedor de pagos',
  simulated: 'Simulado',
  payTo: merchant => `Pagar a ${merchant}`,
  payLead: 'Paga ahora, con su cuenta aquí.',
  agreeLead: 'Ahora da su acuerdo; no se paga nada hasta que confirme en la tienda.',
  pay: amount => `Pagar ${amount}`,
  agree: 'Aceptar y continuar',
  cancel: 'Cancelar el pago',
  decline: 'Hacer que el proveedor rechace',
  abort: 'Salir sin responder',
  items: 'Lo que paga',
  more: count => (count === 1 ? 'y 1 más' : `y ${count} más`),
  subTotals: { items: 'Artículos', shipping: 'Envío', tax: 'Impuestos', discount: 'Descuento' },
  shipTo: 'Entrega a',
  change: 'Cambiar la dirección',
  address: {
    street: 'Calle',
    street2: 'Segunda línea',
    postcodeZip: 'Código postal',
    city: 'Ciudad',
    stateProvince: 'Estado o provincia',
    country: 'País',
  },
  order: 'Pedido',
  sandbox: 'Esta página pertenece al entorno de pruebas: no se mueve dinero.',
  ends: {
    paid: { title: 'Pagado', text: 'Gracias.' },
    agreed: { title: 'Aceptado', text: 'Confirme ahora el pago en la tienda.' },
    waiting: { title: 'En curso', text: 'Su pago se está tramitando. La tienda sabrá cómo termina.' },
    declined: { title: 'Rechazado', text: 'El pago fue rechazado. No se ha pagado nada.' },
    cancelled: { title: 'Cancelado', text: 'Ha cancelado el pago. No se ha pagado nada.' },
    left: { title: 'Sin respuesta', text: 'Salió sin responder. No se ha pagado nada.' },
    over: {
      title: 'Este pago ha terminado',
      text: 'La tienda ya no espera, así que no se puede pagar aquí. No se ha pagado nada.',
    },
  },
  unknown: {
    title: 'No existe este pago',
    text: 'La dirección es incorrecta, o el entorno de pruebas se ha vaciado. Empiece de nuevo en la tienda.',
  },
  returning: 'Le llevamos de vuelta a la tienda.',
  backTo: merchant => `Volver a ${merchant}`,
  close: 'Puede cerrar esta página y volver a la tienda.',
}

const languages = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic,
} as const satisfies Record<PageLocale, ProviderTexts>
