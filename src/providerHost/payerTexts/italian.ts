import { countedIn } from '../../pages/localisation.ts'
import type { ProviderTexts } from './providerTexts.ts'

export const italian: ProviderTexts = {
  provider: 'Fornitore di pagamenti',
  simulated: 'Simulato',
  payTo: merchant => `Pagamento a ${merchant}`,
  payLead: 'Paghi ora, con il tuo conto presso di noi.',
  agreeLead: 'Ora dai il consenso; non si paga nulla finché non confermi nel negozio.',
  pay: amount => `Paga ${amount}`,
  agree: 'Accetta e continua',
  cancel: 'Annulla il pagamento',
  decline: 'Fai rifiutare dal fornitore',
  abort: 'Esci senza rispondere',
  items: 'Che cosa paghi',
  more: countedIn('it', { one: 'e {count} altro articolo', other: 'e altri {count} articoli' }),
  subTotals: { items: 'Articoli', shipping: 'Spedizione', tax: 'Imposte', discount: 'Sconto' },
  shipTo: 'Consegna a',
  change: 'Modifica l’indirizzo',
  address: {
    street: 'Via',
    street2: 'Seconda riga',
    postcodeZip: 'CAP',
    city: 'Città',
    stateProvince: 'Stato o provincia',
    country: 'Paese',
  },
  order: 'Ordine',
  sandbox: 'Questa pagina appartiene all’ambiente di prova: non si muove denaro.',
  ends: {
    paid: { title: 'Pagato', text: 'Grazie.' },
    agreed: { title: 'Accettato', text: 'Ora conferma il pagamento nel negozio.' },
    waiting: { title: 'In corso', text: 'Il pagamento è in elaborazione. Il negozio saprà com’è andato.' },
    declined: { title: 'Rifiutato', text: 'Il pagamento è stato rifiutato. Non è stato pagato nulla.' },
    cancelled: { title: 'Annullato', text: 'Hai annullato il pagamento. Non è stato pagato nulla.' },
    left: { title: 'Senza risposta', text: 'Sei uscito senza rispondere. Non è stato pagato nulla.' },
    over: {
      title: 'Questo pagamento è terminato',
      text: 'Il negozio non aspetta più, perciò qui non si può pagare. Non è stato pagato nulla.',
    },
  },
  unknown: {
    title: 'Questo pagamento non esiste',
    text: 'L’indirizzo è errato o l’ambiente di prova è stato svuotato. Ricomincia dal negozio.',
  },
  returning: 'Ritorno al negozio in corso.',
  backTo: merchant => `Torna a ${merchant}`,
  close: 'Puoi chiudere questa pagina e tornare al negozio.',
}
