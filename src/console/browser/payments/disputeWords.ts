// What operators enter about an order: chargebacks and fees.

import { defineWords } from '../words/defineWords.ts'

export const disputeWords = defineWords({
  en: {
    ENTER_CHARGEBACK: 'Enter chargeback',
    ENTER_FEE: 'Enter fee',
    hintENTER_CHARGEBACK:
      'What the acquirer took back. It is recorded and told to the merchant; no money moves.',
    hintENTER_FEE: 'What the acquirer charges for this order. It is recorded and told to the merchant.',
    about: 'What it is about',
    wholeOrder: 'The whole order',
    reversalOf: 'Reversal of {name}',
    case: 'Case of the acquirer',
    done: '{action}: recorded.',
  },
  de: {
    ENTER_CHARGEBACK: 'Rückbelastung eintragen',
    ENTER_FEE: 'Gebühr eintragen',
    hintENTER_CHARGEBACK: 'Was der Acquirer zurückgeholt hat. Es wird vermerkt und dem Händler mitgeteilt.',
    hintENTER_FEE: 'Was der Acquirer für diese Bestellung berechnet. Es wird vermerkt und mitgeteilt.',
    about: 'Worum es geht',
    wholeOrder: 'Die ganze Bestellung',
    reversalOf: 'Rücknahme von {name}',
    case: 'Fallnummer des Acquirers',
    done: '{action}: vermerkt.',
  },
  fr: {
    ENTER_CHARGEBACK: 'Saisir un impayé',
    ENTER_FEE: 'Saisir des frais',
    hintENTER_CHARGEBACK: 'Ce que l’acquéreur a repris. C’est noté et annoncé au marchand.',
    hintENTER_FEE: 'Ce que l’acquéreur facture pour cette commande. C’est noté et annoncé au marchand.',
    about: 'De quoi il s’agit',
    wholeOrder: 'Toute la commande',
    reversalOf: 'Annulation de {name}',
    case: 'Dossier de l’acquéreur',
    done: '{action} : noté.',
  },
  es: {
    ENTER_CHARGEBACK: 'Registrar contracargo',
    ENTER_FEE: 'Registrar comisión',
    hintENTER_CHARGEBACK: 'Lo que el adquirente retiró. Se registra y se comunica al comercio.',
    hintENTER_FEE: 'Lo que el adquirente cobra por este pedido. Se registra y se comunica al comercio.',
    about: 'De qué se trata',
    wholeOrder: 'Todo el pedido',
    reversalOf: 'Reversión de {name}',
    case: 'Caso del adquirente',
    done: '{action}: registrado.',
  },
  ar: {
    ENTER_CHARGEBACK: 'إدخال رد مبالغ',
    ENTER_FEE: 'إدخال رسم',
    hintENTER_CHARGEBACK: 'ما استرجعه المستحوذ. يُسجَّل ويُبلَّغ به التاجر ولا يتحرك مال.',
    hintENTER_FEE: 'ما يتقاضاه المستحوذ عن هذا الطلب. يُسجَّل ويُبلَّغ به التاجر.',
    about: 'بشأن ماذا',
    wholeOrder: 'الطلب كله',
    reversalOf: 'إلغاء {name}',
    case: 'رقم الحالة لدى المستحوذ',
    done: '{action}: سُجّل.',
  },
})
