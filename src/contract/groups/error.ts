import { oneOf, text } from '../kit/scalars.ts'
import { group, optional, required } from '../kit/vocabulary.ts'
import { correlationId } from './call.ts'

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
