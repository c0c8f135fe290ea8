// Names and e-mails of users, as they may be stored.

import { invalid, type Rejection } from '../../orders/rejection.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import { unprintable } from '../../standards/unprintable.ts'

/** One line; an empty one is allowed until the user says. */
export function readUserName(text: string): string | Rejection {
  const name = text.trim()
  if ([...name].length > 100) return invalid('name', 'It may have at most 100 characters.')
  if (unprintable.test(name) || holdsCardData(name)) return invalid('name', 'It must be a name.')
  return name
}

/** In lower case. Whether it exists is nobody's business here: no mail is sent. */
export function readEmail(text: string): string | Rejection {
  const email = text.trim().toLowerCase()
  const isOne = email.length <= emailMax && emailForm.test(email) && !holdsCardData(email)
  return isOne ? email : invalid('email', 'It must be an e-mail address.')
}

/** An audit entry has no room for more. */
const emailMax = 200
const emailForm = /^[^\s@"<>,;:\\\p{Cc}\p{Cf}]+@[^\s@"<>,;:\\\p{Cc}\p{Cf}]+$/u
