import { ascii, text } from '../kit/scalars.ts'
import { group, optional } from '../kit/vocabulary.ts'

/** What belongs to the call rather than to the payment (spec 2.4). */

export const correlationId = optional(text(1, 100), 'Echoed in the answer; not judged, not stored.', {
  transient: true,
})
export const partnerSolutionId = optional(
  text(1, 40),
  'Solution you use, as your payment provider numbers it.',
)
export const referenceOrderId = optional(text(1, 40), 'An earlier order this one refers to.')
export const userId = optional(text(1, 256), 'Who of yours asked for it.')
export const threeDSecureId = optional(ascii(1, 64), 'Identifier of an earlier enrollment check.')

export const initiator = optional(group({ userId }), 'Who started the transaction.')
export const responseControls = optional(
  group({ sensitiveData: optional(text(1, 50), 'MASK (default) or, with the privilege for it, UNMASK.') }),
  'How the answer is to be given.',
)
export const session = optional(
  group({
    id: optional(ascii(31, 35), 'A session whose values fill what the request leaves out.'),
    version: optional(ascii(10, 10), 'The version of the session you mean; another one refuses the request.'),
  }),
  'A session that holds request values.',
)
