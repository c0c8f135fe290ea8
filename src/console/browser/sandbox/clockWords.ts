// The texts of the sandbox's clock.

import { defineWords } from '../words/defineWords.ts'

export const clockWords = defineWords({
  en: {
    ...{
      title: 'Clock',
      lead: 'The sandbox’s time. Moving it on makes everything happen that is due by then.',
    },
    ...{
      now: 'Time in the sandbox',
      ahead: 'Ahead of the real time by {duration}',
      real: 'It is the real time.',
    },
    ...{
      move: 'Move it on',
      by: 'By a while',
      months: 'Months',
      days: 'Days',
      hours: 'Hours',
      minutes: 'Minutes',
    },
    ...{
      to: 'To a moment',
      moved: 'The clock was moved, and what was due is done.',
      forAll: 'For all merchants.',
    },
    ...{
      due: 'What waits for its time',
      dueLead: 'Tried again by itself when it is due.',
      byThen: 'by then',
    },
    ...{ nothingDue: 'Nothing waits.', order: 'Order', what: 'What', at: 'Due', merchant: 'Merchant' },
    ...{ notification: 'notification', sameAsLine: 'The same for a test suite, on this machine:' },
    ...{ back: 'Back to the real time' },
    backLead:
      'Time never goes back by itself: it would make orders younger than their payments. ' +
      'Emptying the sandbox sets it back, with everything else.',
    ...{ copyLine: 'Copy the line', operatorsOnly: 'Operators move it: it is the time of all merchants.' },
  },
  de: {
    ...{
      title: 'Uhr',
      lead: 'Die Zeit der Sandbox. Wird sie vorgestellt, geschieht alles, was bis dahin fällig ist.',
    },
    ...{ now: 'Zeit in der Sandbox', ahead: 'Der wirklichen Zeit voraus um {duration}' },
    ...{
      real: 'Es ist die wirkliche Zeit.',
      move: 'Vorstellen',
      by: 'Um eine Weile',
      months: 'Monate',
      days: 'Tage',
    },
    ...{ hours: 'Stunden', minutes: 'Minuten', to: 'Auf einen Zeitpunkt', forAll: 'Für alle Händler.' },
    ...{ moved: 'Die Uhr ist vorgestellt, und was fällig war, ist getan.', due: 'Was auf seine Zeit wartet' },
    ...{ dueLead: 'Wird von selbst wieder versucht, wenn es fällig ist.', byThen: 'bis dahin' },
    ...{ nothingDue: 'Nichts wartet.', order: 'Bestellung', what: 'Was', at: 'Fällig', merchant: 'Händler' },
    ...{
      notification: 'Benachrichtigung',
      sameAsLine: 'Dasselbe für automatische Tests, auf diesem Rechner:',
    },
    ...{ back: 'Zurück zur wirklichen Zeit' },
    backLead:
      'Die Zeit geht nie von selbst zurück: Bestellungen würden jünger als ihre Zahlungen. ' +
      'Das Leeren der Sandbox stellt sie zurück, mit allem anderen.',
    ...{ copyLine: 'Zeile kopieren', operatorsOnly: 'Betreiber stellen sie: es ist die Zeit aller Händler.' },
  },
  fr: {
    ...{ title: 'Horloge', lead: 'L’heure du bac à sable. L’avancer fait tout ce qui est dû d’ici là.' },
    ...{ now: 'Heure du bac à sable', ahead: 'En avance de {duration} sur l’heure réelle' },
    ...{ real: 'C’est l’heure réelle.', move: 'Avancer', by: 'D’une durée', months: 'Mois', days: 'Jours' },
    ...{ hours: 'Heures', minutes: 'Minutes', to: 'À un moment', forAll: 'Pour tous les marchands.' },
    ...{ moved: 'L’horloge est avancée, et ce qui était dû est fait.', due: 'Ce qui attend son heure' },
    ...{
      dueLead: 'Réessayé automatiquement à l’échéance.',
      byThen: 'd’ici là',
      nothingDue: 'Rien n’attend.',
    },
    ...{
      order: 'Commande',
      what: 'Quoi',
      at: 'Échéance',
      merchant: 'Marchand',
      notification: 'notification',
    },
    ...{ sameAsLine: 'La même chose pour des tests, sur cette machine :', back: 'Retour à l’heure réelle' },
    backLead:
      'Le temps ne recule jamais : des commandes seraient plus jeunes que leurs paiements. ' +
      'Vider le bac à sable remet l’heure, avec tout le reste.',
    ...{ copyLine: 'Copier la ligne' },
    ...{ operatorsOnly: 'Les exploitants l’avancent : c’est l’heure de tous les marchands.' },
  },
  es: {
    ...{
      title: 'Reloj',
      lead: 'La hora del entorno de pruebas. Al adelantarla ocurre todo lo que vence hasta entonces.',
    },
    ...{ now: 'Hora del entorno', ahead: 'Adelantado {duration} respecto a la hora real' },
    ...{ real: 'Es la hora real.', move: 'Adelantar', by: 'Por un tiempo', months: 'Meses', days: 'Días' },
    ...{ hours: 'Horas', minutes: 'Minutos', to: 'A un momento', forAll: 'Para todos los comercios.' },
    ...{ moved: 'El reloj se adelantó, y lo que vencía está hecho.', due: 'Lo que espera su hora' },
    ...{ dueLead: 'Se reintenta solo cuando vence.', byThen: 'hasta entonces', nothingDue: 'Nada espera.' },
    ...{ order: 'Pedido', what: 'Qué', at: 'Vence', merchant: 'Comercio', notification: 'notificación' },
    ...{ sameAsLine: 'Lo mismo para pruebas, en esta máquina:', back: 'Volver a la hora real' },
    backLead:
      'El tiempo nunca retrocede solo: habría pedidos más jóvenes que sus pagos. ' +
      'Vaciar el entorno restablece la hora, con todo lo demás.',
    ...{ copyLine: 'Copiar la línea' },
    ...{ operatorsOnly: 'Lo adelantan los operadores: es la hora de todos los comercios.' },
  },
  ar: {
    ...{ title: 'الساعة', lead: 'وقت بيئة التجربة. تقديمه يُحدث كل ما يحين حتى ذلك الوقت.' },
    ...{ now: 'الوقت في بيئة التجربة', ahead: 'متقدمة على الوقت الحقيقي بمقدار {duration}' },
    ...{ real: 'إنه الوقت الحقيقي.', move: 'تقديم', by: 'بمدة', months: 'أشهر', days: 'أيام' },
    ...{ hours: 'ساعات', minutes: 'دقائق', to: 'إلى لحظة', forAll: 'لكل التجار.' },
    ...{ moved: 'قُدّمت الساعة وأُنجز ما حان وقته.', due: 'ما ينتظر وقته' },
    ...{ dueLead: 'يُعاد تلقائيًا عندما يحين وقته.', byThen: 'حتى ذلك الوقت', nothingDue: 'لا شيء ينتظر.' },
    ...{ order: 'الطلب', what: 'ماذا', at: 'يحين', merchant: 'التاجر', notification: 'إشعار' },
    ...{ sameAsLine: 'الأمر نفسه للاختبارات الآلية، على هذا الجهاز:', back: 'العودة إلى الوقت الحقيقي' },
    backLead:
      'لا يعود الوقت إلى الوراء وحده: لصارت طلبات أحدث من مدفوعاتها. ' +
      'إفراغ بيئة التجربة يعيده، مع كل شيء آخر.',
    ...{ copyLine: 'نسخ السطر', operatorsOnly: 'المشغّلون يقدّمونها: إنها وقت كل التجار.' },
  },
})
