// The group `browserPayment`: payments on the page of a payment provider.

import { ascii, boolean, gatewayUrl, languageTag, oneOf, text, url } from '../kit/scalars.ts'
import { group, optional, pick, required } from '../kit/vocabulary.ts'

const operation = oneOf('AUTHORIZE', 'PAY')
const moment = ascii(0, 29)

const providerA = group({
  displayShippingAddress: optional(boolean, 'Whether the provider shows the shipping address.', {
    default: true,
  }),
  overrideShippingAddress: optional(boolean, 'Whether the payer may change the shipping address there.', {
    default: true,
  }),
  paymentConfirmation: optional(
    oneOf('CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'),
    'Where the payer confirms: at the provider, or afterwards on your site with Confirm Browser Payment.',
    { default: 'CONFIRM_AT_PROVIDER' },
  ),
})

/** The payer pays on the page of a payment provider and is redirected back (spec 2.12). */
export const browserPayment = group({
  operation: required(operation, 'What the provider is asked for.'),
  preferredLanguage: optional(languageTag, "Language of the provider's page."),
  providerA: optional(providerA, 'Choices for provider A.'),
  returnUrl: optional(url, 'Where the payer comes back to; must be given except for provider A.'),
})

/** In a session, where it may still be incomplete. */
export const heldBrowserPayment = group({
  ...browserPayment.fields,
  operation: optional(operation, browserPayment.fields.operation.doc),
})

const interaction = group({
  status: required(
    oneOf('COMPLETED', 'INITIATED', 'REDIRECTED_TO_PROVIDER', 'RETURNED_TO_MERCHANT'),
    'How far the payer has come.',
  ),
  timeCompleted: optional(moment, 'When the outcome became final.'),
  timeInitiated: optional(moment, 'When it was initiated; there only when that succeeded.'),
  timeRedirected: optional(moment, 'When the payer was sent to the provider.'),
  timeReturned: optional(moment, 'When the payer came back.'),
})

export const browserPaymentAnswer = group({
  interaction: optional(interaction, "The payer's way to the provider and back."),
  ...pick(heldBrowserPayment, 'operation', 'preferredLanguage'),
  providerA: optional(
    group({
      accountId: optional(text(1, 50), "The payer's account with the provider.", { personal: true }),
      displayShippingAddress: providerA.fields.displayShippingAddress,
      interactionId: optional(text(1, 255), "The provider's identifier of the interaction."),
      ...pick(providerA, 'overrideShippingAddress', 'paymentConfirmation'),
    }),
    'What provider A said.',
  ),
  redirectHtml: optional(text(1, 100_000), 'Put this into your page instead: it goes to redirectUrl.'),
  redirectUrl: optional(gatewayUrl, "Send the payer's browser here; not there for provider A."),
  returnUrl: browserPayment.fields.returnUrl,
})
