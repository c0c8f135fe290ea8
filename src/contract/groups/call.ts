// Fields that belong to the call rather than to the payment (spec 2.4), and the body of a refused request.

import { ascii, oneOf, text } from '../kit/scalars.ts'
import { group, optional, required } from '../kit/vocabulary.ts'

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

/** The body of every request that could not be processed (spec 7). */
export const errorAnswer = group({
  result: required(oneOf('ERROR'), 'Always ERROR.'),
  error: required(
    group({
      cause: required(
        oneOf('INVALID_REQUEST', 'REQUEST_REJECTED', 'SERVER_BUSY', 'SERVER_FAILED'),
        'Whose fault it is: yours, a security rule, too much load, or ours.',
      ),
      explanation: optional(
        text(1, 1000),
        'What is wrong, in words. With INVALID_REQUEST and SERVER_BUSY only.',
      ),
      field: optional(text(1, 100), 'The field at fault. With INVALID_REQUEST only.'),
      validationType: optional(
        oneOf('INVALID', 'MISSING', 'UNSUPPORTED'),
        'Its value failed, it is absent, or it is not taken here. With INVALID_REQUEST only.',
      ),
      supportCode: optional(
        text(1, 100),
        'Quote it when you ask: it finds the line in the log. With SERVER_FAILED and REQUEST_REJECTED only.',
      ),
    }),
    'Why the request could not be processed.',
  ),
  correlationId,
})
