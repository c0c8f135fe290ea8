import * as form from '../forms.ts'
import { requiredIf, row } from '../rows.ts'
import { textIn } from '../seen.ts'
import type { Row } from '../shapes.ts'

const { digits, text } = form

const phone = form.object(row('cc', 'RRR', digits(1, 3)), row('subscriber', 'RRR', digits(1, 15)))
const latinName = form.asciiText(2, 45)

export const contactRows: readonly Row[] = [
  row('cardholderName', 'CCC', [latinName, latinName, text(1, 45)]),
  row('email', 'CCC', form.email),
  row('homePhone', 'CCC', phone),
  row('mobilePhone', 'CCC', phone),
  row('workPhone', 'CCC', phone),
]

/** Required unless a market forbids them, which nobody can see in a message: only forms are judged. */
const addressOf = (prefix: 'billAddr' | 'shipAddr'): readonly Row[] => [
  row(`${prefix}Line1`, 'CCC', text(1, 50)),
  row(`${prefix}Line2`, 'CCC', text(1, 50)),
  row(`${prefix}Line3`, 'CCC', text(1, 50)),
  row(`${prefix}City`, 'CCC', text(1, 50)),
  row(`${prefix}PostCode`, 'CCC', text(1, 16)),
  row(`${prefix}State`, 'CCC', form.alphanumeric(1, 3)),
  row(
    `${prefix}Country`,
    'CCC',
    form.country,
    requiredIf(({ message }) => textIn(message, `${prefix}State`) !== undefined),
  ),
]

export const addressRows: readonly Row[] = [
  ...addressOf('billAddr'),
  ...addressOf('shipAddr'),
  row('addrMatch', 'OOO', form.oneOf('Y', 'N')),
]
