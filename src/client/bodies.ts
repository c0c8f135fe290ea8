// The bodies of requests and answers, by version and method.

import type { ContractByVersion, operations } from './contract.generated.ts'

/** A version of the API. */
export type ApiVersion = keyof ContractByVersion
/** The name of a method, such as `pay`. */
export type MethodName = keyof typeof operations

/** What a method takes at a version: `RequestBody<73, 'pay'>`. */
export type RequestBody<V extends ApiVersion, M extends MethodName> = ContractByVersion[V][M]['request']
/** What the gateway answers: `AnswerBody<73, 'pay'>`. */
export type AnswerBody<V extends ApiVersion, M extends MethodName> = ContractByVersion[V][M]['answer']
/** A transaction as notifications and Retrieve Transaction show it. */
export type TransactionBody<V extends ApiVersion> = AnswerBody<V, 'retrieveTransaction'>
