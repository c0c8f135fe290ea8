// The totals of the acquirer host, by business date, currency, merchant and institution: what fields 74 to
// 77, 86 to 89 and 97 of a reconciliation say. Payments and captures are debits, refunds are credits; holds
// are neither. What is undone counts as reversed, on the business date on which it was undone.

export type BookTotals = {
  readonly credits: CountAndAmount
  readonly creditsReversed: CountAndAmount
  readonly debits: CountAndAmount
  readonly debitsReversed: CountAndAmount
  /** Debits without credits, without what was reversed of either: above zero, money comes in. */
  readonly net: bigint
}

export type CountAndAmount = { readonly count: number; readonly amount: bigint }

/** What is absent is not asked for. The business date is YYYYMMDD. */
export type TotalsFilter = {
  readonly businessDate?: string
  readonly currency?: string
  readonly acceptor?: string
  readonly institution?: string
}

type CountedEntry = Required<TotalsFilter> & { readonly kind: string; readonly amount: bigint }

const sides = ['credits', 'creditsReversed', 'debits', 'debitsReversed'] as const
type Side = (typeof sides)[number]
type Bucket = Required<TotalsFilter> & Record<Side, { count: number; amount: bigint }>

export function createTotals() {
  const buckets = new Map<string, Bucket>()

  function add(side: Side, businessDate: string, entry: CountedEntry): void {
    const { currency, acceptor, institution } = entry
    const key = `${businessDate}\0${currency}\0${acceptor}\0${institution}`
    const bucket = buckets.get(key) ?? newBucket({ businessDate, currency, acceptor, institution })
    buckets.set(key, bucket)
    bucket[side].count += 1
    bucket[side].amount += entry.amount
  }

  return {
    add(entry: CountedEntry): void {
      const side = sideOf(entry)
      if (side !== undefined) add(side, entry.businessDate, entry)
    },
    undo(entry: CountedEntry, businessDate: string): void {
      const side = sideOf(entry)
      if (side !== undefined) add(`${side}Reversed`, businessDate, entry)
    },
    sum(filter: TotalsFilter = {}): BookTotals {
      const wanted = [...buckets.values()].filter(bucket => isWanted(bucket, filter))
      const total = (side: Side): CountAndAmount => ({
        count: wanted.reduce((sum, bucket) => sum + bucket[side].count, 0),
        amount: wanted.reduce((sum, bucket) => sum + bucket[side].amount, 0n),
      })
      const [credits, creditsReversed] = [total('credits'), total('creditsReversed')]
      const [debits, debitsReversed] = [total('debits'), total('debitsReversed')]
      const net = debits.amount - debitsReversed.amount - credits.amount + creditsReversed.amount
      return { credits, creditsReversed, debits, debitsReversed, net }
    },
  }
}

function sideOf({ kind }: CountedEntry): 'credits' | 'debits' | undefined {
  if (kind === 'sale' || kind === 'capture') return 'debits'
  return kind === 'refund' ? 'credits' : undefined
}

const newBucket = (of: Required<TotalsFilter>): Bucket => ({
  ...of,
  ...{ credits: { count: 0, amount: 0n }, creditsReversed: { count: 0, amount: 0n } },
  ...{ debits: { count: 0, amount: 0n }, debitsReversed: { count: 0, amount: 0n } },
})

const isWanted = (bucket: Bucket, { businessDate, currency, acceptor, institution }: TotalsFilter): boolean =>
  (businessDate === undefined || bucket.businessDate === businessDate) &&
  (currency === undefined || bucket.currency === currency) &&
  (acceptor === undefined || bucket.acceptor === acceptor) &&
  (institution === undefined || bucket.institution === institution)
