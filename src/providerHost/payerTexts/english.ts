import { countedIn } from '../../pages/localisation.ts'
import type { ProviderTexts } from './providerTexts.ts'

export const english: ProviderTexts = {
  provider: 'Provider',
  shop: 'Shop',
  simulated: 'Simulated',
  payTo: merchant => `Pay ${merchant}`,
  payLead: 'You pay now, with your account here.',
  agreeLead: 'You agree now; the shop asks you to confirm before anything is paid.',
  pay: amount => `Pay ${amount}`,
  agree: 'Agree and continue',
  cancel: 'Cancel the payment',
  decline: 'Let the provider decline',
  abort: 'Leave without answering',
  items: 'What you pay for',
  more: countedIn('en', { other: 'and {count} more' }),
  subTotals: { items: 'Items', shipping: 'Shipping', tax: 'Tax', discount: 'Discount' },
  shipTo: 'Delivery to',
  change: 'Change the address',
  address: {
    street: 'Street',
    street2: 'Second line',
    postcodeZip: 'Postcode',
    city: 'Town',
    stateProvince: 'State or province',
    country: 'Country',
  },
  order: 'Order',
  sandbox: 'This page belongs to the sandbox: no money moves.',
  ends: {
    paid: { title: 'Paid', text: 'Thank you.' },
    agreed: { title: 'Agreed', text: 'Confirm the payment at the shop now.' },
    waiting: {
      title: 'In progress',
      text: 'Your payment is being worked on. The shop will hear how it ends.',
    },
    declined: { title: 'Declined', text: 'The payment was declined. Nothing was paid.' },
    cancelled: { title: 'Cancelled', text: 'You cancelled the payment. Nothing was paid.' },
    left: { title: 'Not answered', text: 'You left without an answer. Nothing was paid.' },
    over: {
      title: 'This payment is over',
      text: 'The shop has stopped waiting, so it cannot be paid here any more. Nothing was paid.',
    },
  },
  unknown: {
    title: 'There is no such payment',
    text: 'The address is wrong, or the sandbox was emptied since. Start again at the shop.',
  },
  returning: 'You are being taken back to the shop.',
  backTo: merchant => `Back to ${merchant}`,
  close: 'You can close this page and go back to the shop.',
}
