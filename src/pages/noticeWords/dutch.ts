import type { NoticeWords } from './english.ts'

export const dutch: NoticeWords = {
  oneMoment: { title: 'Een moment', text: 'Een moment geduld, alstublieft.' },
  unread: {
    title: 'Deze pagina kan niet worden getoond',
    text: 'Er klopt iets niet aan het adres of aan wat is verzonden. Ga terug naar de winkel.',
  },
  failed: {
    title: 'Hier ging iets mis',
    text: 'Het ligt niet aan u. Kijk in de winkel hoe het met uw betaling staat voor u opnieuw betaalt.',
  },
  busy: {
    title: 'Een moment geduld',
    text: 'We kunnen nu niet verder en er is niets gebeurd. Wacht even en laad deze pagina opnieuw.',
  },
  forbidden: {
    title: 'Deze pagina is niet voor u bestemd',
    text: 'Ze kan niet vanaf hier worden geopend, of niet vanaf de pagina waar u vandaan komt.',
  },
  absent: {
    title: 'Deze pagina bestaat niet',
    text: 'Het adres is verlopen of onvolledig. De winkel weet hoe het met uw betaling staat.',
  },
  stepOver: {
    title: 'Deze pagina kan niet opnieuw worden geladen',
    text: 'De bijbehorende stap is voorbij. Ga terug naar de winkel om te zien hoe uw betaling ervoor staat.',
  },
  looked: { title: 'Klaar', text: 'Uw bank heeft uw browser gecontroleerd.' },
  answered: {
    title: 'Deze stap is voltooid',
    text: 'Uw bank heeft geantwoord. Ga terug naar de winkel om het resultaat van uw betaling te zien.',
  },
  answeredBefore: {
    title: 'Deze stap is voltooid',
    text: 'Uw bank heeft al geantwoord. Ga terug naar de winkel om het resultaat van uw betaling te zien.',
  },
  unknownStep: {
    title: 'Deze link is niet meer geldig',
    text: 'Hij is verlopen of onbekend. Ga terug naar de winkel om het resultaat van uw betaling te zien.',
  },
  unknownLink: {
    title: 'Deze betaallink werkt niet',
    text: 'Hij is verlopen of onvolledig. De winkel weet hoe het met uw betaling staat.',
  },
  unknownReturn: {
    title: 'De weg terug naar de winkel is zoek',
    text: 'Dit adres is verlopen of onvolledig. De winkel weet hoe het met uw betaling staat.',
  },
  ended: {
    title: 'Deze betaling is beëindigd',
    text: 'Hier is niets meer te doen. De winkel kent de uitkomst; begin daar om opnieuw te betalen.',
  },
  done: {
    title: 'U kunt nu terug naar de winkel',
    text: 'Hier is alles klaar. U mag deze pagina sluiten; de winkel weet hoe het met uw betaling staat.',
  },
  stepDone: { title: 'Doorgaan', text: 'Deze stap is klaar. Ga verder.' },
  backToShop: 'Terug naar de winkel',
  supportCode: 'Code voor de klantenservice: {code}',
}
