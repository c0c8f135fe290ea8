// What the issuer wants the payer to read.

import { byVersion, text } from './form.ts'
import { objectOf, row } from './row.ts'

/** Text alone before 2.3.1, and with addresses of pictures from there on. */
export const cardholderInfo = byVersion(
  text(1, 128),
  objectOf({
    text: row('--O', text(1, 128)),
    issuerImage: row('--O', text(1, 256)),
    paymentSystemImage: row('--O', text(1, 256)),
  }),
)
