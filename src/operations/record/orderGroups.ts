import type { Content } from '../../contract/kit/content.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { answeredRecord } from './record.ts'

/**
 * What earlier transactions said of the order in groups of their own (spec 2.12), for the answer of one that
 * follows the given one: the newest of them carries what those before it said.
 */
export function orderGroups(
  transactions: readonly RecordedTransaction[],
  followedId: string,
): Content | undefined {
  const followed = transactions.findIndex(({ id }) => id === followedId)
  const newest = transactions.findLast(
    ({ operation }, index) => index === followed || (index > followed && followUps.has(operation)),
  )
  if (followed < 0 || !newest) return undefined
  const record = answeredRecord(newest)
  const groups = names.map(name => [name, record[name]] as const).filter(([, value]) => value !== undefined)
  return groups.length > 0 ? Object.fromEntries(groups) : undefined
}

/** Those that follow a payment; another attempt to pay speaks for itself. */
const followUps: ReadonlySet<string> = new Set([
  'CAPTURE',
  'REFERRAL',
  'REFUND',
  'UPDATE_AUTHORIZATION',
  'VOID',
])

/** What stays true of the order; terminals and devices are those of one payment. */
const names = [
  '3DSecure',
  '3DSecureId',
  'accountFunding',
  'agreement',
  'airline',
  'billing',
  'constraints',
  'cruise',
  'customer',
  'paymentPlan',
  'shipping',
] as const
