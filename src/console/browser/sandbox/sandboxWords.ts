// The texts of the sandbox corner.

import { defineWords } from '../words/defineWords.ts'

export const sandboxWords = defineWords({
  en: {
    ...{ parts: 'Parts of the sandbox', part_cards: 'Cards and outcomes', part_scripts: 'Scripts' },
    ...{ part_clock: 'Clock', part_books: 'Books' },
    ...{ lead: 'No money moves here. The expiry date of a test card decides what comes of a payment.' },
    ...{ each: 'Send me one of each outcome', eachLead: 'Makes one payment of 10.00 USD for each.' },
    ...{ progress: '{done} of {total} payments made', outcome: 'Outcome', order: 'Order', answer: 'Answer' },
    ...{ outcomes: 'What a date does', expiry: 'Expiry date', numbers: 'Test cards', number: 'Number' },
    ...{ network: 'Network', none: 'No payment was made yet.', copyNumber: 'Copy the number {number}' },
  },
  de: {
    ...{ parts: 'Teile der Sandbox', part_cards: 'Karten und Ausgänge', part_scripts: 'Skripte' },
    ...{ part_clock: 'Uhr', part_books: 'Bücher' },
    ...{ lead: 'Hier fließt kein Geld. Das Ablaufdatum einer Testkarte entscheidet über die Zahlung.' },
    ...{ each: 'Von jedem Ausgang eine Zahlung', eachLead: 'Macht für jeden eine Zahlung über 10,00 USD.' },
    ...{ progress: '{done} von {total} Zahlungen gemacht', outcome: 'Ausgang', order: 'Bestellung' },
    ...{ answer: 'Antwort', outcomes: 'Was ein Datum bewirkt', expiry: 'Ablaufdatum' },
    ...{ numbers: 'Testkarten', number: 'Nummer', network: 'Netz', none: 'Noch keine Zahlung gemacht.' },
    ...{ copyNumber: 'Nummer {number} kopieren' },
  },
  fr: {
    ...{ parts: 'Parties du bac à sable', part_cards: 'Cartes et résultats', part_scripts: 'Scripts' },
    ...{ part_clock: 'Horloge', part_books: 'Livres' },
    ...{ lead: 'Aucun argent ne circule ici. La date d’expiration d’une carte de test décide du paiement.' },
    ...{ each: 'Un paiement de chaque résultat', eachLead: 'Fait un paiement de 10,00 USD pour chacun.' },
    ...{ progress: '{done} paiements sur {total}', outcome: 'Résultat', order: 'Commande' },
    ...{ answer: 'Réponse', outcomes: 'Ce que fait une date', expiry: 'Expiration' },
    ...{ numbers: 'Cartes de test', number: 'Numéro', network: 'Réseau', none: 'Aucun paiement encore.' },
    ...{ copyNumber: 'Copier le numéro {number}' },
  },
  es: {
    ...{ parts: 'Partes del entorno', part_cards: 'Tarjetas y resultados', part_scripts: 'Guiones' },
    ...{ part_clock: 'Reloj', part_books: 'Libros' },
    ...{ lead: 'Aquí no se mueve dinero. La fecha de caducidad de la tarjeta decide el resultado.' },
    ...{ each: 'Un pago de cada resultado', eachLead: 'Hace un pago de 10,00 USD por cada uno.' },
    ...{ progress: '{done} de {total} pagos hechos', outcome: 'Resultado', order: 'Pedido' },
    ...{ answer: 'Respuesta', outcomes: 'Lo que hace una fecha', expiry: 'Caducidad' },
    ...{ numbers: 'Tarjetas de prueba', number: 'Número', network: 'Red', none: 'Aún no hay pagos.' },
    ...{ copyNumber: 'Copiar el número {number}' },
  },
  ar: {
    ...{ parts: 'أقسام بيئة التجربة', part_cards: 'البطاقات والنتائج', part_scripts: 'النصوص البرمجية' },
    ...{ part_clock: 'الساعة', part_books: 'الدفاتر' },
    ...{ lead: 'لا ينتقل مال هنا. تاريخ انتهاء بطاقة الاختبار يقرر نتيجة الدفع.' },
    ...{ each: 'دفعة لكل نتيجة', eachLead: 'ينشئ دفعة بقيمة 10.00 USD لكل نتيجة.' },
    ...{ progress: 'أُنجزت {done} من {total} دفعات', outcome: 'النتيجة', order: 'الطلب', answer: 'الجواب' },
    ...{ outcomes: 'ما يفعله التاريخ', expiry: 'تاريخ الانتهاء', numbers: 'بطاقات الاختبار' },
    ...{ number: 'الرقم', network: 'الشبكة', none: 'لا دفعات بعد.', copyNumber: 'نسخ الرقم {number}' },
  },
})
