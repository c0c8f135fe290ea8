// The texts of the simulated acquirer's books.

import { defineWords } from '../words/defineWords.ts'

export const bookWords = defineWords({
  en: {
    ...{ title: 'Books', lead: 'What the simulated acquirer has written down, beside what the gateway has.' },
    ...{ newest: 'Newest orders in the books', none: 'The books are empty.', order: 'Order' },
    ...{ transaction: 'Transaction', gateway: 'Gateway', books: 'Books', compared: 'Compared' },
    ...{ same: 'the same', nothing: 'nothing', compareAll: 'Compare all orders', differences: 'Differences' },
    allSame: {
      one: 'One order compared: nothing differs.',
      other: '{count} orders compared: nothing differs.',
    },
    found: { one: 'One difference', other: '{count} differences' },
    ...{ more: 'There are more than are listed.' },
  },
  de: {
    ...{ title: 'Bücher', lead: 'Was der simulierte Acquirer gebucht hat, neben dem, was das Gateway hat.' },
    ...{ newest: 'Neueste Bestellungen in den Büchern', none: 'Die Bücher sind leer.', order: 'Bestellung' },
    ...{ transaction: 'Transaktion', gateway: 'Gateway', books: 'Bücher', compared: 'Verglichen' },
    ...{ same: 'gleich', nothing: 'nichts', compareAll: 'Alle Bestellungen vergleichen' },
    ...{ differences: 'Unterschiede', more: 'Es gibt mehr, als hier stehen.' },
    allSame: {
      one: 'Eine Bestellung verglichen: nichts weicht ab.',
      other: '{count} Bestellungen verglichen: nichts weicht ab.',
    },
    found: { one: 'Ein Unterschied', other: '{count} Unterschiede' },
  },
  fr: {
    ...{ title: 'Livres', lead: 'Ce que l’acquéreur simulé a inscrit, à côté de ce qu’a la passerelle.' },
    ...{ newest: 'Dernières commandes dans les livres', none: 'Les livres sont vides.', order: 'Commande' },
    ...{ transaction: 'Transaction', gateway: 'Passerelle', books: 'Livres', compared: 'Comparé' },
    ...{ same: 'identique', nothing: 'rien', compareAll: 'Comparer toutes les commandes' },
    ...{ differences: 'Écarts', more: 'Il y en a plus que la liste n’en montre.' },
    allSame: {
      one: 'Une commande comparée : aucun écart.',
      other: '{count} commandes comparées : aucun écart.',
    },
    found: { one: 'Un écart', other: '{count} écarts' },
  },
  es: {
    ...{ title: 'Libros', lead: 'Lo que anotó el adquirente simulado, junto a lo que tiene la pasarela.' },
    ...{ newest: 'Últimos pedidos en los libros', none: 'Los libros están vacíos.', order: 'Pedido' },
    ...{ transaction: 'Transacción', gateway: 'Pasarela', books: 'Libros', compared: 'Comparado' },
    ...{ same: 'igual', nothing: 'nada', compareAll: 'Comparar todos los pedidos' },
    ...{ differences: 'Diferencias', more: 'Hay más de las que se muestran.' },
    allSame: {
      one: 'Un pedido comparado: nada difiere.',
      other: '{count} pedidos comparados: nada difiere.',
    },
    found: { one: 'Una diferencia', other: '{count} diferencias' },
  },
  ar: {
    ...{ title: 'الدفاتر', lead: 'ما قيّده المستحوذ المحاكى، بجانب ما لدى البوابة.' },
    ...{ newest: 'أحدث الطلبات في الدفاتر', none: 'الدفاتر فارغة.', order: 'الطلب' },
    ...{ transaction: 'المعاملة', gateway: 'البوابة', books: 'الدفاتر', compared: 'المقارنة' },
    ...{ same: 'متطابق', nothing: 'لا شيء', compareAll: 'مقارنة كل الطلبات', differences: 'الفروق' },
    ...{ more: 'هناك أكثر مما هو معروض.' },
    allSame: { one: 'قورن طلب واحد: لا فرق.', other: 'الطلبات المقارنة: {count}، ولا فرق.' },
    found: { one: 'فرق واحد', other: 'الفروق: {count}' },
  },
})
