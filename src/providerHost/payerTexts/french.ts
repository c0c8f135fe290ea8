import { countedIn } from '../../pages/localisation.ts'
import type { ProviderTexts } from './providerTexts.ts'

export const french: ProviderTexts = {
  provider: 'Prestataire de paiement',
  shop: 'Boutique',
  simulated: 'Simulé',
  payTo: merchant => `Payer ${merchant}`,
  payLead: 'Vous payez maintenant, avec votre compte chez nous.',
  agreeLead: 'Vous donnez votre accord maintenant ; rien n’est payé avant votre confirmation à la boutique.',
  pay: amount => `Payer ${amount}`,
  agree: 'Accepter et continuer',
  cancel: 'Annuler le paiement',
  decline: 'Faire refuser par le prestataire',
  abort: 'Partir sans répondre',
  items: 'Ce que vous payez',
  more: countedIn('fr', { one: 'et {count} autre article', other: 'et {count} autres articles' }),
  subTotals: { items: 'Articles', shipping: 'Livraison', tax: 'Taxes', discount: 'Remise' },
  shipTo: 'Livraison à',
  change: 'Modifier l’adresse',
  address: {
    street: 'Rue',
    street2: 'Complément',
    postcodeZip: 'Code postal',
    city: 'Ville',
    stateProvince: 'Région ou province',
    country: 'Pays',
  },
  order: 'Commande',
  sandbox: 'Cette page fait partie du bac à sable : aucun argent ne circule.',
  ends: {
    paid: { title: 'Payé', text: 'Merci.' },
    agreed: { title: 'Accepté', text: 'Confirmez maintenant le paiement à la boutique.' },
    waiting: {
      title: 'En cours',
      text: 'Votre paiement est en cours de traitement. La boutique en saura l’issue.',
    },
    declined: { title: 'Refusé', text: 'Le paiement a été refusé. Rien n’a été payé.' },
    cancelled: { title: 'Annulé', text: 'Vous avez annulé le paiement. Rien n’a été payé.' },
    left: { title: 'Sans réponse', text: 'Vous êtes parti sans répondre. Rien n’a été payé.' },
    over: {
      title: 'Ce paiement est terminé',
      text: 'La boutique n’attend plus ; il n’est plus possible de payer ici. Rien n’a été payé.',
    },
  },
  unknown: {
    title: 'Ce paiement n’existe pas',
    text: 'L’adresse est incorrecte, ou le bac à sable a été vidé depuis. Recommencez à la boutique.',
  },
  returning: 'Nous vous ramenons à la boutique.',
  backTo: merchant => `Retour à ${merchant}`,
  close: 'Vous pouvez fermer cette page et revenir à la boutique.',
}
