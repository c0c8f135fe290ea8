import { versions } from '../../contract/kit/versions.ts'

/** The ways to pay that the demo walks through, in the order a newcomer should see them. */
export const flows = ['checkout', 'embedded', 'fields', 'browser'] as const
export type DemoFlow = (typeof flows)[number]

export type DemoFlowText = {
  readonly name: string
  /** For the list of flows. */
  readonly short: string
  readonly lead: string
  readonly steps: readonly DemoStep[]
  /** What a merchant's page contains. */
  readonly code: string
}

export type DemoStep = { readonly id: DemoStepId; readonly title: string; readonly what: string }
export type DemoStepId = 'create' | 'visit' | 'collect' | 'authenticate' | 'pay' | 'confirm' | 'check'

const check: DemoStep = {
  id: 'check',
  title: 'Your server checks',
  what: 'A browser can be made to say anything, so the shop asks the gateway itself: Retrieve Order.',
}

export const flowTexts = {
  checkout: {
    name: 'Hosted checkout',
    short: 'The payer goes to the payment page and comes back.',
    lead: 'The least work and the least risk: the gateway asks for the card on a page of its own.',
    steps: [
      {
        id: 'create',
        title: 'Your server opens a checkout session',
        what: 'It says what is bought and where to come back to, and keeps the `successIndicator` to itself.',
      },
      {
        id: 'visit',
        title: 'The payer pays on the payment page',
        what: '`checkout.js` takes the browser there with the id of the session, and nothing else.',
      },
      {
        ...check,
        what: 'The browser brings a `resultIndicator` back. It is compared, then the gateway is asked.',
      },
    ],
    code: `<script src="/static/checkout/checkout.js"></script>
<script>
  Checkout.configure({ session: { id: 'SESSION…' } })
  Checkout.showPaymentPage()
</script>`,
  },
  embedded: {
    name: 'Embedded checkout',
    short: 'The payment page, inside a page of the shop.',
    lead: 'The same page in a frame: the payer stays in the shop, the card stays with the gateway.',
    steps: [
      {
        id: 'create',
        title: 'Your server opens a checkout session',
        what: 'The same request as for the full page.',
      },
      {
        id: 'visit',
        title: 'The payer pays inside your page',
        what: '`checkout.js` shows the gateway’s page in a frame, and calls your functions at the end.',
      },
      check,
    ],
    code: `<script src="/static/checkout/checkout.js"
  data-complete="paid" data-cancel="cancelled"
  data-error="failed" data-timeout="tooLate"></script>
<div id="payment"></div>
<script>
  Checkout.configure({ session: { id: 'SESSION…' } })
  Checkout.showEmbeddedPage('#payment')
</script>`,
  },
  fields: {
    name: 'Hosted fields',
    short: 'Your own form, the fields are the gateway’s, with 3-D Secure.',
    lead: 'You draw the form; its card fields are frames of the gateway. Then 3-D Secure, then your payment.',
    steps: [
      {
        id: 'create',
        title: 'Your server opens a session',
        what: 'An empty box at the gateway for what the payer types. The price goes in at once.',
      },
      {
        id: 'collect',
        title: 'The payer types into the gateway’s fields',
        what: '`session.js` makes the fields. What is typed goes from their frames into the session.',
      },
      {
        id: 'authenticate',
        title: 'The issuer says who the payer is',
        what: '`threeds.js` asks it, with the session as password: at once, or after a challenge.',
      },
      {
        id: 'pay',
        title: 'Your server authorizes the payment',
        what: 'It names the session and the authentication. Neither it nor this page has seen a card number.',
      },
    ],
    code: `<script src="/form/version/${versions.last}/merchant/TESTMERCHANT/session.js"></script>
<script src="/static/threeds/threeds.js"></script>
<input id="card-number" readonly>
<script>
  PaymentSession.configure({ session: 'SESSION…',
    fields: { card: { number: '#card-number', … } }, callbacks: { … } })
  PaymentSession.updateSessionFromForm('card')
  ThreeDS.initiateAuthentication(orderId, transactionId, …)
</script>`,
  },
  browser: {
    name: 'Browser payment',
    short: 'The payer pays with an account at a payment provider.',
    lead: 'No card at all: the payer logs in at a provider and agrees there. The outcome may come later.',
    steps: [
      {
        id: 'create',
        title: 'Your server initiates the payment',
        what: 'The gateway tells the provider, and answers where the payer has to go.',
      },
      {
        id: 'visit',
        title: 'The payer decides at the provider',
        what: 'Agree, be declined, cancel, leave, or close the tab: each is a different story.',
      },
      {
        id: 'confirm',
        title: 'You confirm',
        what: 'The price may still change, the currency may not. Only now is the payment executed.',
      },
      check,
    ],
    code: `// redirectUrl comes with the answer
location.assign(browserPayment.redirectUrl)

// Provider A has no redirectUrl: its own script
// takes browserPayment.providerA.interactionId`,
  },
} as const satisfies Record<DemoFlow, DemoFlowText>

export const isFlow = (text: string | undefined): text is DemoFlow => flows.some(flow => flow === text)
