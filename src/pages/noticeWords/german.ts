import type { NoticeWords } from './english.ts'

export const german: NoticeWords = {
  oneMoment: { title: 'Einen Moment', text: 'Einen Moment, bitte.' },
  unread: {
    title: 'Diese Seite kann nicht angezeigt werden',
    text: 'Etwas an ihrer Adresse oder an den gesendeten Daten stimmt nicht. Gehen Sie zurück zum Shop.',
  },
  failed: {
    title: 'Hier ist etwas schiefgegangen',
    text: 'Es liegt nicht an Ihnen. Sehen Sie im Shop nach Ihrer Zahlung, bevor Sie noch einmal zahlen.',
  },
  busy: {
    title: 'Einen Moment, bitte',
    text: 'Gerade geht es nicht weiter; geschehen ist nichts. Warten Sie kurz und laden Sie die Seite neu.',
  },
  forbidden: {
    title: 'Diese Seite ist nicht für Sie bestimmt',
    text: 'Sie lässt sich von hier aus nicht öffnen, oder nicht von der Seite aus, von der Sie kommen.',
  },
  absent: {
    title: 'Diese Seite gibt es nicht',
    text: 'Die Adresse ist abgelaufen oder unvollständig. Der Shop weiß, wie es um Ihre Zahlung steht.',
  },
  stepOver: {
    title: 'Diese Seite kann nicht neu geladen werden',
    text: 'Der zugehörige Schritt ist vorbei. Im Shop sehen Sie, wie es um Ihre Zahlung steht.',
  },
  looked: { title: 'Fertig', text: 'Ihre Bank hat Ihren Browser geprüft.' },
  answered: {
    title: 'Dieser Schritt ist abgeschlossen',
    text: 'Ihre Bank hat geantwortet. Im Shop sehen Sie, was aus Ihrer Zahlung geworden ist.',
  },
  answeredBefore: {
    title: 'Dieser Schritt ist abgeschlossen',
    text: 'Ihre Bank hat bereits geantwortet. Im Shop sehen Sie, was aus Ihrer Zahlung geworden ist.',
  },
  unknownStep: {
    title: 'Dieser Link ist nicht mehr gültig',
    text: 'Er ist abgelaufen oder unbekannt. Im Shop sehen Sie, was aus Ihrer Zahlung geworden ist.',
  },
  unknownLink: {
    title: 'Dieser Zahlungslink funktioniert nicht',
    text: 'Er ist abgelaufen oder unvollständig. Der Shop weiß, wie es um Ihre Zahlung steht.',
  },
  unknownReturn: {
    title: 'Der Weg zurück zum Shop ist nicht bekannt',
    text: 'Diese Adresse ist abgelaufen oder unvollständig. Der Shop weiß, wie es um Ihre Zahlung steht.',
  },
  ended: {
    title: 'Diese Zahlung ist beendet',
    text: 'Hier ist nichts mehr zu tun. Der Shop kennt das Ergebnis; neu zahlen können Sie dort.',
  },
  done: {
    title: 'Sie können jetzt zum Shop zurückkehren',
    text: 'Hier ist alles erledigt. Sie können die Seite schließen; der Shop kennt den Stand Ihrer Zahlung.',
  },
  stepDone: { title: 'Weiter', text: 'Dieser Schritt ist erledigt. Bitte fahren Sie fort.' },
  backToShop: 'Zurück zum Shop',
  supportCode: 'Fehlernummer für den Kundendienst: {code}',
}
