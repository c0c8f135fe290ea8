import type { NoticeWords } from './english.ts'

export const french: NoticeWords = {
  oneMoment: { title: 'Un instant', text: 'Un instant, s’il vous plaît.' },
  unread: {
    title: 'Cette page ne peut pas être affichée',
    text: 'Son adresse, ou ce qui lui a été envoyé, est incorrect. Retournez à la boutique.',
  },
  failed: {
    title: 'Une erreur s’est produite ici',
    text: 'Vous n’y êtes pour rien. Vérifiez auprès de la boutique avant de payer à nouveau.',
  },
  busy: {
    title: 'Un instant, s’il vous plaît',
    text: 'Impossible de continuer pour le moment ; rien n’a été fait. Patientez, puis rechargez la page.',
  },
  forbidden: {
    title: 'Cette page ne vous est pas destinée',
    text: 'Elle ne peut pas être ouverte d’ici, ou pas depuis la page d’où vous venez.',
  },
  absent: {
    title: 'Cette page n’existe pas',
    text: 'Son adresse a expiré ou est incomplète. La boutique sait où en est votre paiement.',
  },
  stepOver: {
    title: 'Cette page ne peut pas être rechargée',
    text: 'L’étape correspondante est terminée. Retournez à la boutique pour voir où en est votre paiement.',
  },
  looked: { title: 'Terminé', text: 'Votre banque a examiné votre navigateur.' },
  answered: {
    title: 'Cette étape est terminée',
    text: 'Votre banque a répondu. Retournez à la boutique pour connaître l’issue de votre paiement.',
  },
  answeredBefore: {
    title: 'Cette étape est terminée',
    text: 'Votre banque a déjà répondu. Retournez à la boutique pour connaître l’issue de votre paiement.',
  },
  unknownStep: {
    title: 'Ce lien n’est plus valable',
    text: 'Il a expiré ou est inconnu. Retournez à la boutique pour connaître l’issue de votre paiement.',
  },
  unknownLink: {
    title: 'Ce lien de paiement ne fonctionne pas',
    text: 'Il a expiré ou est incomplet. La boutique sait où en est votre paiement.',
  },
  unknownReturn: {
    title: 'Le chemin de retour vers la boutique est introuvable',
    text: 'Cette adresse a expiré ou est incomplète. La boutique sait où en est votre paiement.',
  },
  ended: {
    title: 'Ce paiement est terminé',
    text: 'Il n’y a plus rien à faire ici. La boutique en connaît l’issue ; recommencez là-bas pour payer.',
  },
  done: {
    title: 'Vous pouvez retourner à la boutique',
    text: 'Tout est fait ici. Vous pouvez fermer cette page ; la boutique sait où en est votre paiement.',
  },
  stepDone: { title: 'Continuer', text: 'Cette étape est terminée. Veuillez continuer.' },
  backToShop: 'Retour à la boutique',
  supportCode: 'Code d’assistance : {code}',
}
