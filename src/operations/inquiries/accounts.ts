import type { Content } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import type { Owner } from '../../orders/merchant.ts'
import type { Rejection } from '../../orders/rejection.ts'
import type { AccountDependencies, AccountRequest } from './accountCall.ts'
import { inquireBalance } from './balance.ts'
import { paymentOptions } from './paymentOptions.ts'
import { createToken, deleteToken, retrieveToken, type SavedTokenRecord, saveToken } from './tokenise.ts'

/** Questions about accounts, and cards kept under tokens: nothing here touches an order. */
export interface Accounts {
  createToken(call: AccountRequest): Promise<Content | Rejection>
  saveToken(call: AccountRequest, token: string): Promise<SavedTokenRecord | Rejection>
  retrieveToken(owner: Owner, token: string): Promise<Content | Rejection>
  deleteToken(owner: Owner, token: string): Promise<Content | Rejection>
  inquireBalance(call: AccountRequest): Promise<Content | Rejection>
  paymentOptions(operation: Operation, call: AccountRequest): Promise<Content | Rejection>
}

/** A pipeline has all the parts but the tokens. */
export function createAccounts(parts: AccountDependencies): Accounts {
  return {
    createToken: call => createToken(parts, call),
    saveToken: (call, token) => saveToken(parts, call, token),
    retrieveToken: (owner, token) => retrieveToken(parts, owner, token),
    deleteToken: (owner, token) => deleteToken(parts, owner, token),
    inquireBalance: call => inquireBalance(parts, call),
    paymentOptions: (operation, call) => paymentOptions(parts, operation, call),
  }
}
