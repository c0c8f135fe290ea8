import type { NoticeWords } from './english.ts'

export const italian: NoticeWords = {
  oneMoment: { title: 'Un momento', text: 'Un momento, per favore.' },
  unread: {
    title: 'Impossibile mostrare questa pagina',
    text: 'C’è qualcosa di errato nell’indirizzo o in ciò che è stato inviato. Torna al negozio.',
  },
  failed: {
    title: 'Qui qualcosa è andato storto',
    text: 'Non dipende da te. Il negozio sa a che punto è il pagamento; torna lì prima di pagare ancora.',
  },
  busy: {
    title: 'Un momento, per favore',
    text: 'Al momento non possiamo proseguire e non è successo nulla. Attendi un po’ e ricarica la pagina.',
  },
  forbidden: {
    title: 'Questa pagina non è per te',
    text: 'Non si può aprire da qui, o non dalla pagina da cui arrivi.',
  },
  absent: {
    title: 'Questa pagina non esiste',
    text: 'Il suo indirizzo è scaduto o incompleto. Il negozio sa a che punto è il pagamento.',
  },
  stepOver: {
    title: 'Questa pagina non si può ricaricare',
    text: 'Il passaggio a cui appartiene è concluso. Torna al negozio per vedere lo stato del pagamento.',
  },
  looked: { title: 'Fatto', text: 'La tua banca ha controllato il tuo browser.' },
  answered: {
    title: 'Questo passaggio è concluso',
    text: 'La tua banca ha risposto. Torna al negozio per vedere l’esito del pagamento.',
  },
  answeredBefore: {
    title: 'Questo passaggio è concluso',
    text: 'La tua banca ha già risposto. Torna al negozio per vedere l’esito del pagamento.',
  },
  unknownStep: {
    title: 'Questo link non è più valido',
    text: 'È scaduto o non è mai stato emesso. Torna al negozio per vedere l’esito del pagamento.',
  },
  unknownLink: {
    title: 'Questo link di pagamento non funziona',
    text: 'È scaduto o incompleto. Il negozio sa a che punto è il pagamento.',
  },
  unknownReturn: {
    title: 'La via del ritorno al negozio è persa',
    text: 'Questo indirizzo è scaduto o incompleto. Il negozio sa a che punto è il pagamento.',
  },
  ended: {
    title: 'Questo pagamento è terminato',
    text: 'Qui non c’è altro da fare. Il negozio conosce l’esito; per pagare di nuovo, comincia da lì.',
  },
  done: {
    title: 'Ora puoi tornare al negozio',
    text: 'Qui è tutto fatto. Puoi chiudere questa pagina; il negozio sa a che punto è il pagamento.',
  },
  stepDone: { title: 'Continua', text: 'Questo passaggio è concluso. Puoi continuare.' },
  backToShop: 'Torna al negozio',
  supportCode: 'Codice per l’assistenza: {code}',
}
