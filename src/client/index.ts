export type { AnswerBody, ApiVersion, MethodName, RequestBody, TransactionBody } from './bodies.ts'
export type { CallOptions, ClientSettings } from './caller.ts'
export { type CallArguments, type CallResult, type Client, createClient } from './client.ts'
export { FeedInterruption, type FeedNotification, type FeedSettings } from './feed.ts'
export { amountOf, minorUnitsOf } from './money.ts'
export {
  createNotificationVerifier,
  type GatewayNotification,
  type NotificationVerifier,
  type ReceivedNotification,
  type VerifiedNotification,
  type VerifierSettings,
} from './notification.ts'
export type {
  AnsweredOutcome,
  AskAgain,
  Outcome,
  OutcomeCode,
  RejectedCall,
  Reply,
  RetrievedOutcome,
  ShownOutcome,
  UnheardOutcome,
} from './outcome.ts'
