// What the account page says of a user's password, by how the user does sign in.

import type { OwnAccount } from '../../api/account.ts'

/** Only the user whom a sandbox signs in by an address has nothing set up. */
export function passwordText({ hasPassword, hasTotp, passkeys }: OwnAccount) {
  if (hasPassword && hasTotp) return 'passwordSet'
  return passkeys.length > 0 ? 'noPassword' : 'nothingSetUp'
}
