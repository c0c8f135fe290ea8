import type { ExampleCaller } from '../../contract/document/examples.ts'
import { type Html, html, prose } from '../../platform/html.ts'
import { chapter, code, plainTable, type ReferenceTable } from './parts.ts'
import type { ReferenceView } from './view.ts'

/** Who the examples speak as. The published password belongs to sandboxes only. */
export const callerFor = ({ isSandbox, version }: ReferenceView): ExampleCaller => ({
  version,
  ...(isSandbox
    ? { address: 'http://127.0.0.1:8080', password: '0123456789abcdef0123456789abcdef' }
    : { address: 'https://gateway.example', password: '<API_PASSWORD>' }),
})

/** What the simulated acquirer obeys, so that every outcome can be rehearsed. */
export const sandboxChapter = ({ isSandbox }: ReferenceView): Html | false =>
  isSandbox &&
  chapter(
    {
      id: 'sandbox',
      title: 'Sandbox',
      lead: 'No money moves here. The simulated acquirer does what the card tells it to, every time.',
    },
    html`<div class="tables">${triggers.map(trigger => plainTable(trigger, 'triggers'))}</div><p>${prose(
      'Any other expiry date in the future is approved, one in the past is `EXPIRED_CARD`.',
      'Cards of network A carry a security code of four digits: `1000`, `1010`, `1020`.',
      'Any other code matches; without one the result is `NOT_PRESENT`.',
    )}</p>${plainTable(controls)}<p>${prose(
      'The control API needs no credentials and serves callers on the same machine only, never a web page.',
      'With it no test depends on a magic value: a script says what the acquirer answers next.',
    )}</p>`,
  )

type Rows = readonly (readonly [string, string])[]

const cards: Rows = [
  ['371881634498004', 'Network A'],
  ['5123450000000008', 'Network B'],
  ['2223000000000007', 'Network B'],
  ['5111111111111118', 'Network B, debit'],
  ['4508750015741019', 'Network C'],
  ['4012000033330026', 'Network C, debit'],
  ['3528000000000007', 'Network D'],
  ['36259600000012', 'Network E'],
  ['6011003179988686', 'Network F'],
  ['6201089999995464', 'Network G'],
  ['5000000000000000005', 'Network H'],
  ['135492354874528', 'Network I'],
]

const expiries: Rows = [
  ['01/39', 'APPROVED'],
  ['02/39', 'INSUFFICIENT_FUNDS'],
  ['03/39', 'REFERRED'],
  ['04/39', 'PARTIALLY_APPROVED'],
  ['05/39', 'DECLINED'],
  ['06/39', 'DECLINED_DO_NOT_CONTACT'],
  ['07/39', 'BLOCKED'],
  ['08/39', 'PENDING'],
  ['09/39', 'SYSTEM_ERROR'],
  ['10/39', 'EXPIRED_CARD'],
  ['11/39', 'TIMED_OUT'],
  ['12/39', 'APPROVED_PENDING_SETTLEMENT'],
  ['01/37', 'ACQUIRER_SYSTEM_ERROR'],
  ['02/37', 'UNSPECIFIED_FAILURE'],
  ['05/37', 'UNKNOWN'],
]

const securityCodes: Rows = [
  ['100', 'MATCH'],
  ['101', 'NOT_PROCESSED'],
  ['102', 'NO_MATCH'],
]

const streets: Rows = [
  ['Alpha St', 'ADDRESS_MATCH'],
  ['X-ray St', 'ADDRESS_ZIP_MATCH'],
  ['Whiskey St', 'ZIP_MATCH'],
  ['November St', 'NO_MATCH'],
  ['Gamma St', 'NOT_VERIFIED'],
  ['Kilo St', 'NAME_MATCH'],
  ['Oscar St', 'NAME_ADDRESS_MATCH'],
  ['Lima St', 'NAME_ZIP_MATCH'],
  ['Romeo St', 'SERVICE_NOT_AVAILABLE_RETRY'],
  ['Sierra St', 'SERVICE_NOT_SUPPORTED'],
  ['Uniform St', 'NOT_AVAILABLE'],
  ['Zero St', 'NOT_REQUESTED'],
]

const triggerTable = (caption: string, head: readonly [string, string], rows: Rows): ReferenceTable => ({
  caption,
  head,
  rows: rows.map(([trigger, outcome]) => [code(trigger), outcome]),
})

const controls: ReferenceTable = {
  caption: 'Control API',
  head: ['Path', 'Methods', 'What for'],
  rows: [
    [code('/sandbox/acquirer/scripts'), 'POST, GET, DELETE', 'What the acquirer answers next'],
    [code('/sandbox/acquirer/books'), 'GET', 'What the acquirer has written down'],
    [code('/sandbox/clock'), 'GET, POST', 'The time, and moving it forward'],
    [code('/sandbox/reconciliation'), 'GET', 'Where gateway and books differ, and what is still open'],
    [
      code('/sandbox/merchants/{merchantId}/profile'),
      'GET, PUT',
      'What a merchant may do beyond the ordinary',
    ],
    [code('/sandbox/data'), 'DELETE', 'Back to the beginning'],
  ],
}

const triggers: readonly ReferenceTable[] = [
  triggerTable('Cards', ['Number', 'Network'], cards),
  triggerTable('Security code', ['Code', 'response.cardSecurityCode'], securityCodes),
  triggerTable('Expiry date decides the outcome', ['Expiry', 'response.gatewayCode'], expiries),
  triggerTable('Billing street', ['Street', 'response.cardholderVerification.avs'], streets),
]
