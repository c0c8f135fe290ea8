// The group `interaction`: how the hosted checkout page looks and behaves.

import { integer, languageTag, oneOf, text, url } from '../kit/scalars.ts'
import { group, optional, type Scalar } from '../kit/vocabulary.ts'

const addressControl = oneOf('HIDE', 'MANDATORY', 'OPTIONAL', 'READ_ONLY')

const displayControl = group({
  billingAddress: optional(addressControl, 'Whether the payer is asked for the billing address.', {
    default: 'OPTIONAL',
  }),
  customerEmail: optional(
    oneOf('HIDE', 'MANDATORY', 'OPTIONAL'),
    'Whether the payer is asked for an e-mail address.',
    {
      default: 'OPTIONAL',
    },
  ),
  orderSummary: optional(oneOf('HIDE', 'SHOW', 'SHOW_PARTIAL'), 'How much of the order is shown.', {
    default: 'SHOW',
  }),
  paymentConfirmation: optional(oneOf('HIDE', 'SHOW'), 'Whether the payer confirms on a page of its own.', {
    default: 'SHOW',
  }),
  paymentTerms: optional(oneOf('HIDE', 'SHOW_IF_SUPPORTED'), 'Whether terms of payment are shown.', {
    default: 'SHOW_IF_SUPPORTED',
  }),
  shipping: optional(addressControl, 'Whether the payer is asked for the shipping address.', {
    default: 'HIDE',
  }),
})

/** Clients write en_US as often as en-US. */
const locale: Scalar<string> = { ...languageTag, canonical: tag => tag.replaceAll('_', '-') }

/** The lifetime of a checkout session in seconds: no interaction can last longer. */
const checkoutSecondsMax = 1800

/** Appearance of the checkout page, and the addresses to which it redirects. */
export const interaction = group({
  cancelUrl: optional(url, 'Where the payer goes after cancelling.'),
  displayControl: optional(displayControl, 'What the page shows and asks for.'),
  locale: optional(locale, 'Language of the page, such as en or pt-BR.'),
  merchant: optional(
    group({
      logo: optional(url, 'Picture that stands for you on the page.'),
      name: optional(text(1, 40), 'Your name as the page shows it.'),
      url: optional(url, 'Your website.'),
    }),
    'How the page presents you.',
  ),
  operation: optional(
    oneOf('AUTHORIZE', 'NONE', 'PURCHASE', 'VERIFY'),
    'What the page does with the card; NONE only stores it in the session.',
    { default: 'PURCHASE', requiredSince: 52 },
  ),
  returnUrl: optional(url, 'Where the payer goes after paying.'),
  theme: optional(
    text(1, 100),
    'Name of a look that your page asks for; the page has one look, and it stays.',
  ),
  timeout: optional(integer(1, checkoutSecondsMax), 'Seconds the payer has for paying.'),
  timeoutUrl: optional(url, 'Where the payer goes when time is up.'),
})

/** As a session shows it: before version 52 the operation was not required. */
export const heldInteraction = group({
  ...interaction.fields,
  operation: optional(interaction.fields.operation.type, interaction.fields.operation.doc),
})
