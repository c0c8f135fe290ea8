import { countedIn } from '../../pages/localisation.ts'
import type { ProviderTexts } from './providerTexts.ts'

export const german: ProviderTexts = {
  provider: 'Zahlungsanbieter',
  shop: 'Shop',
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
  more: countedIn('de', { one: 'und {count} weiterer Artikel', other: 'und {count} weitere Artikel' }),
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
