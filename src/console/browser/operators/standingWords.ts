// The texts about how a merchant stands: what each change leaves, before it is made.

import { defineWords } from '../words/defineWords.ts'

export const standingWords = defineWords({
  en: {
    ...{ OPEN: 'open', SUSPENDED: 'suspended', CLOSED: 'closed' },
    ...{ toOPEN: 'Resume', toSUSPENDED: 'Suspend', toCLOSED: 'Close merchant' },
    confirmOPEN: 'It takes payments again, on every node within a second.',
    confirmSUSPENDED:
      'It takes no new payments, and payers at its checkout are told so. Payments that were made can be ' +
      'captured, refunded and voided.',
    confirmCLOSED: 'Its orders can be retrieved, and nothing else. What is owed is settled all the same.',
    ...{ reason: 'Reason', reasonHint: 'For the audit log; no card data.' },
    ...{ anyway: 'Although something is open or owed', changed: '{merchant} is {standing} now.' },
  },
  de: {
    ...{ OPEN: 'offen', SUSPENDED: 'ausgesetzt', CLOSED: 'geschlossen' },
    ...{ toOPEN: 'Wieder zulassen', toSUSPENDED: 'Aussetzen', toCLOSED: 'Händler schließen' },
    confirmOPEN: 'Er nimmt wieder Zahlungen an, binnen einer Sekunde auf jedem Knoten.',
    confirmSUSPENDED:
      'Er nimmt keine neuen Zahlungen an, und Zahlende an seiner Kasse lesen das. Erfolgte Zahlungen ' +
      'können eingezogen, erstattet und storniert werden.',
    confirmCLOSED:
      'Seine Bestellungen können nur noch abgerufen werden. Was geschuldet ist, wird trotzdem erledigt.',
    ...{ reason: 'Grund', reasonHint: 'Für das Audit-Protokoll; keine Kartendaten.' },
    ...{
      anyway: 'Auch wenn etwas offen oder geschuldet ist',
      changed: '{merchant} ist jetzt {standing}.',
    },
  },
  fr: {
    ...{ OPEN: 'ouvert', SUSPENDED: 'suspendu', CLOSED: 'fermé' },
    ...{ toOPEN: 'Rétablir', toSUSPENDED: 'Suspendre', toCLOSED: 'Fermer le marchand' },
    confirmOPEN: 'Il accepte de nouveau des paiements, sur chaque nœud en une seconde.',
    confirmSUSPENDED:
      'Il n’accepte plus de nouveaux paiements, et les payeurs en sont informés à la caisse. Les paiements ' +
      'déjà faits peuvent être capturés, remboursés et annulés.',
    confirmCLOSED: 'Ses commandes peuvent seulement être consultées. Ce qui est dû est réglé malgré tout.',
    ...{ reason: 'Motif', reasonHint: 'Pour le journal d’audit ; pas de données de carte.' },
    ...{
      anyway: 'Même si quelque chose est ouvert ou dû',
      changed: '{merchant} est maintenant {standing}.',
    },
  },
  es: {
    ...{ OPEN: 'abierto', SUSPENDED: 'suspendido', CLOSED: 'cerrado' },
    ...{ toOPEN: 'Reanudar', toSUSPENDED: 'Suspender', toCLOSED: 'Cerrar el comercio' },
    confirmOPEN: 'Vuelve a aceptar pagos, en todos los nodos en un segundo.',
    confirmSUSPENDED:
      'No acepta pagos nuevos, y los pagadores lo leen en la página de pago. Los pagos ya hechos se pueden ' +
      'capturar, reembolsar y anular.',
    confirmCLOSED: 'Sus pedidos solo se pueden consultar. Lo que se debe se liquida igualmente.',
    ...{ reason: 'Motivo', reasonHint: 'Para el registro de auditoría; sin datos de tarjetas.' },
    ...{ anyway: 'Aunque haya algo abierto o pendiente', changed: '{merchant} está ahora {standing}.' },
  },
  ar: {
    ...{ OPEN: 'مفتوح', SUSPENDED: 'موقوف', CLOSED: 'مغلق' },
    ...{ toOPEN: 'إعادة التفعيل', toSUSPENDED: 'إيقاف', toCLOSED: 'إغلاق التاجر' },
    confirmOPEN: 'يقبل المدفوعات من جديد، على كل العقد خلال ثانية.',
    confirmSUSPENDED:
      'لا يقبل مدفوعات جديدة، ويُخبَر الدافعون بذلك في صفحة الدفع. ' +
      'يمكن تحصيل المدفوعات السابقة وردّها وإلغاؤها.',
    confirmCLOSED: 'يمكن الاطلاع على طلباته فقط. وما هو مستحق يُسوّى على أي حال.',
    ...{ reason: 'السبب', reasonHint: 'لسجل التدقيق؛ دون بيانات بطاقات.' },
    ...{ anyway: 'حتى لو كان هناك شيء مفتوح أو مستحق', changed: '{merchant} الآن {standing}.' },
  },
})
