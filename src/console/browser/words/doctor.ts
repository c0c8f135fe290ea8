// The page of the integration doctor, but for what it finds.

import { defineWords } from './defineWords.ts'

export const doctorWords = defineWords({
  en: {
    lead:
      'What your shop has sent to this sandbox, and how it took notifications: what would hurt in ' +
      'production.',
    onlySandbox:
      'The doctor watches sandbox traffic only, and payments are real here. Open this page in the console ' +
      'of your sandbox.',
    ...{ since: 'Examined', h1: 'The last hour', h24: 'The last 24 hours', h168: 'The last 7 days' },
    ...{ h720: 'The last 30 days', again: 'Examine again', examining: 'Examining …' },
    none: 'No calls in this time. Let your shop make some payments, then examine again.',
    examined: { one: 'One call examined.', other: '{count} calls examined.' },
    well: 'Nothing wrong was found.',
    found: { one: 'One mistake found.', other: '{count} mistakes found.' },
    ...{ error: 'Error', warning: 'Warning', order: 'Order {id}', request: 'Request {id}' },
    times: { one: 'seen once', other: 'seen {count} times' },
    ...{ evidence: 'Seen last', todo: 'What to do' },
    rehearsal: 'Outcomes rehearsed',
    rehearsed: 'You rehearsed {rehearsed} of {outcomes} outcomes.',
    missing: 'Not yet met by your shop',
    missingLead: 'Each command shows the requests of one outcome, and what comes of them.',
    ...{ command: 'Command', how: 'How your own shop meets it', copy: 'Copy {command}' },
    copyAll: 'Copy all commands',
  },
  de: {
    lead:
      'Was Ihr Shop an diese Sandbox gesendet und wie er Benachrichtigungen angenommen hat: was in der ' +
      'Produktion schaden würde.',
    onlySandbox:
      'Untersucht wird nur der Verkehr einer Sandbox, und hier sind Zahlungen echt. Öffnen Sie diese Seite ' +
      'in der Konsole Ihrer Sandbox.',
    ...{ since: 'Untersucht', h1: 'Die letzte Stunde', h24: 'Die letzten 24 Stunden' },
    ...{ h168: 'Die letzten 7 Tage', h720: 'Die letzten 30 Tage', again: 'Erneut untersuchen' },
    examining: 'Wird untersucht …',
    none:
      'Keine Aufrufe in dieser Zeit. Lassen Sie Ihren Shop einige Zahlungen machen, dann ' +
      'erneut untersuchen.',
    examined: { one: 'Ein Aufruf untersucht.', other: '{count} Aufrufe untersucht.' },
    well: 'Nichts Falsches gefunden.',
    found: { one: 'Ein Fehler gefunden.', other: '{count} Fehler gefunden.' },
    ...{ error: 'Fehler', warning: 'Warnung', order: 'Bestellung {id}', request: 'Anfrage {id}' },
    times: { one: 'einmal gesehen', other: '{count}-mal gesehen' },
    ...{ evidence: 'Zuletzt gesehen', todo: 'Was zu tun ist' },
    rehearsal: 'Geprobte Ausgänge',
    rehearsed: 'Sie haben {rehearsed} von {outcomes} Ausgängen geprobt.',
    missing: 'Ihrem Shop noch nicht begegnet',
    missingLead: 'Jeder Befehl zeigt die Anfragen eines Ausgangs und was daraus wird.',
    ...{ command: 'Befehl', how: 'Wie Ihr eigener Shop ihm begegnet', copy: '{command} kopieren' },
    copyAll: 'Alle Befehle kopieren',
  },
  fr: {
    lead:
      'Ce que votre boutique a envoyé à ce bac à sable, et comment elle a pris les notifications : ce qui ' +
      'ferait mal en production.',
    onlySandbox:
      'Seul le trafic d’un bac à sable est examiné, et les paiements sont réels ici. Ouvrez cette page ' +
      'dans la console de votre bac à sable.',
    ...{ since: 'Examiné', h1: 'La dernière heure', h24: 'Les dernières 24 heures' },
    ...{ h168: 'Les 7 derniers jours', h720: 'Les 30 derniers jours', again: 'Examiner de nouveau' },
    examining: 'Examen en cours…',
    none:
      'Aucun appel pendant ce temps. Faites faire quelques paiements à votre boutique, puis ' +
      'examinez de nouveau.',
    examined: { one: 'Un appel examiné.', other: '{count} appels examinés.' },
    well: 'Rien de faux n’a été trouvé.',
    found: { one: 'Une faute trouvée.', other: '{count} fautes trouvées.' },
    ...{ error: 'Erreur', warning: 'Avertissement', order: 'Commande {id}', request: 'Requête {id}' },
    times: { one: 'vu une fois', other: 'vu {count} fois' },
    ...{ evidence: 'Vu en dernier', todo: 'Que faire' },
    rehearsal: 'Résultats répétés',
    rehearsed: 'Vous avez répété {rehearsed} résultats sur {outcomes}.',
    missing: 'Pas encore rencontrés par votre boutique',
    missingLead: 'Chaque commande montre les requêtes d’un résultat et ce qu’il en advient.',
    ...{ command: 'Commande', how: 'Comment votre boutique le rencontre', copy: 'Copier {command}' },
    copyAll: 'Copier toutes les commandes',
  },
  es: {
    lead:
      'Lo que su tienda ha enviado a este entorno de pruebas, y cómo recibió las notificaciones: lo que ' +
      'haría daño en producción.',
    onlySandbox:
      'Solo se examina el tráfico de un entorno de pruebas, y aquí los pagos son reales. Abra esta página ' +
      'en la consola de su entorno de pruebas.',
    ...{ since: 'Examinado', h1: 'La última hora', h24: 'Las últimas 24 horas' },
    ...{ h168: 'Los últimos 7 días', h720: 'Los últimos 30 días', again: 'Examinar de nuevo' },
    examining: 'Examinando…',
    none: 'Ninguna llamada en este tiempo. Haga algunos pagos con su tienda y examine de nuevo.',
    examined: { one: 'Una llamada examinada.', other: '{count} llamadas examinadas.' },
    well: 'No se encontró nada malo.',
    found: { one: 'Se encontró un error.', other: 'Se encontraron {count} errores.' },
    ...{ error: 'Error', warning: 'Aviso', order: 'Pedido {id}', request: 'Petición {id}' },
    times: { one: 'visto una vez', other: 'visto {count} veces' },
    ...{ evidence: 'Visto por última vez', todo: 'Qué hacer' },
    rehearsal: 'Resultados ensayados',
    rehearsed: 'Ha ensayado {rehearsed} de {outcomes} resultados.',
    missing: 'Su tienda aún no los ha encontrado',
    missingLead: 'Cada comando muestra las peticiones de un resultado y lo que sale de ellas.',
    ...{ command: 'Comando', how: 'Cómo lo encuentra su tienda', copy: 'Copiar {command}' },
    copyAll: 'Copiar todos los comandos',
  },
  ar: {
    lead: 'ما أرسله متجرك إلى بيئة التجربة هذه، وكيف استقبل الإشعارات: ما كان سيضر في الإنتاج.',
    onlySandbox:
      'لا تُفحص إلا حركة بيئة تجربة، والمدفوعات هنا حقيقية. افتح هذه الصفحة في لوحة التحكم الخاصة ' +
      'ببيئة تجربتك.',
    ...{ since: 'الفترة المفحوصة', h1: 'الساعة الأخيرة', h24: 'آخر 24 ساعة', h168: 'آخر 7 أيام' },
    ...{ h720: 'آخر 30 يومًا', again: 'افحص من جديد', examining: 'جارٍ الفحص…' },
    none: 'لا استدعاءات في هذه الفترة. دع متجرك يُجري بعض المدفوعات ثم افحص من جديد.',
    examined: {
      ...{ zero: 'لم يُفحص أي استدعاء.', one: 'فُحص استدعاء واحد.', two: 'فُحص استدعاءان.' },
      ...{ few: 'فُحصت {count} استدعاءات.', other: 'فُحص {count} استدعاء.' },
    },
    well: 'لم يُعثر على خطأ.',
    found: {
      ...{ one: 'عُثر على خطأ واحد.', two: 'عُثر على خطأين.' },
      ...{ few: 'عُثر على {count} أخطاء.', other: 'عُثر على {count} خطأ.' },
    },
    ...{ error: 'خطأ', warning: 'تحذير', order: 'الطلب {id}', request: 'الاستدعاء {id}' },
    times: {
      ...{ one: 'شوهد مرة واحدة', two: 'شوهد مرتين', few: 'شوهد {count} مرات', other: 'شوهد {count} مرة' },
    },
    ...{ evidence: 'آخر ما شوهد', todo: 'ما العمل' },
    rehearsal: 'النتائج المجرّبة',
    rehearsed: 'جرّبت {rehearsed} من {outcomes} نتيجة.',
    missing: 'لم يصادفها متجرك بعد',
    missingLead: 'يعرض كل أمر طلبات نتيجة واحدة وما يترتب عليها.',
    ...{ command: 'الأمر', how: 'كيف يصادفها متجرك', copy: 'نسخ {command}', copyAll: 'نسخ كل الأوامر' },
  },
})
