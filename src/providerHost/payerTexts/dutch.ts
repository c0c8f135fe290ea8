import { countedIn } from '../../pages/localisation.ts'
import type { ProviderTexts } from './providerTexts.ts'

export const dutch: ProviderTexts = {
  provider: 'Betaaldienst',
  shop: 'Winkel',
  simulated: 'Gesimuleerd',
  payTo: merchant => `Betaling aan ${merchant}`,
  payLead: 'U betaalt nu, met uw rekening bij ons.',
  agreeLead: 'U gaat nu akkoord; er wordt pas betaald als u in de winkel bevestigt.',
  pay: amount => `${amount} betalen`,
  agree: 'Akkoord en doorgaan',
  cancel: 'Betaling annuleren',
  decline: 'Laat de betaaldienst weigeren',
  abort: 'Weggaan zonder antwoord',
  items: 'Wat u betaalt',
  more: countedIn('nl', { one: 'en nog {count} artikel', other: 'en nog {count} artikelen' }),
  subTotals: { items: 'Artikelen', shipping: 'Verzending', tax: 'Belasting', discount: 'Korting' },
  shipTo: 'Bezorgen bij',
  change: 'Adres wijzigen',
  address: {
    street: 'Straat',
    street2: 'Tweede regel',
    postcodeZip: 'Postcode',
    city: 'Plaats',
    stateProvince: 'Staat of provincie',
    country: 'Land',
  },
  order: 'Bestelling',
  sandbox: 'Deze pagina hoort bij de testomgeving: er gaat geen geld om.',
  ends: {
    paid: { title: 'Betaald', text: 'Dank u wel.' },
    agreed: { title: 'Akkoord', text: 'Bevestig de betaling nu in de winkel.' },
    waiting: {
      title: 'Wordt verwerkt',
      text: 'Uw betaling wordt verwerkt. De winkel hoort hoe het afloopt.',
    },
    declined: { title: 'Geweigerd', text: 'De betaling is geweigerd. Er is niets betaald.' },
    cancelled: { title: 'Geannuleerd', text: 'U hebt de betaling geannuleerd. Er is niets betaald.' },
    left: { title: 'Niet beantwoord', text: 'U bent zonder antwoord weggegaan. Er is niets betaald.' },
    over: {
      title: 'Deze betaling is voorbij',
      text: 'De winkel wacht niet meer, dus hier kan niet meer worden betaald. Er is niets betaald.',
    },
  },
  unknown: {
    title: 'Deze betaling bestaat niet',
    text: 'Het adres is onjuist of de testomgeving is geleegd. Begin opnieuw in de winkel.',
  },
  returning: 'U gaat terug naar de winkel.',
  backTo: merchant => `Terug naar ${merchant}`,
  close: 'U kunt deze pagina sluiten en teruggaan naar de winkel.',
}
