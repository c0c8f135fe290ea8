// Calls of those who operate the gateway: everything above merchants.

import { boolean, integer, oneOf, text } from '../../contract/kit/scalars.ts'
import { list, optional, required } from '../../contract/kit/vocabulary.ts'
import { type MerchantStanding, merchantStandings } from '../../orders/standing.ts'
import { gatewayCall } from './call.ts'

export type ListedMerchants = {
  readonly merchants: readonly {
    readonly merchantId: string
    readonly createdAt: string
    readonly passwords: number
    readonly certificates: number
    readonly standing: MerchantStanding
  }[]
  readonly next?: string
}

export type MerchantProfile = {
  readonly merchantId: string
  readonly cell: number
  readonly createdAt: string
  readonly standing: MerchantStanding
  readonly settings: readonly ProfileSettingShown[]
}

export type ProfileSettingShown = {
  readonly name: string
  /** As it is typed: lists with commas. */
  readonly value: string
  readonly doc: string
  readonly isUsual: boolean
}

/** The password is shown once. */
export type NewMerchantAnswer = { readonly merchantId: string; readonly password: string }

export type GatewayLinks = {
  readonly links: readonly ReportedLink[]
  /** Owed over links that no running node has. */
  readonly stranded: readonly { readonly link: string; readonly count: number; readonly oldestMs: number }[]
  readonly events: readonly {
    readonly link: string
    readonly what: string
    readonly time: string
    readonly nodeId: string
  }[]
}

export type ReportedLink = {
  readonly link: string
  readonly nodeId: string
  /** How long ago its node said so. */
  readonly ageMs: number
  readonly health: 'SILENT' | 'TROUBLE' | 'USABLE'
  readonly trouble?: string
  readonly owed: number
  /** As the node wrote it. */
  readonly status: object
}

export type DirectoryServersShown = {
  readonly directoryServers: readonly {
    readonly name: string
    readonly ranges?: number
    readonly rangesAgeMs?: number
    readonly nextInMs: number
    readonly failures: number
    readonly failure?: string
  }[]
}

export type GatewayKeys = {
  readonly generations: readonly {
    readonly number: number
    readonly startedAt: string
    readonly resealedAt?: string
    readonly retiredAt?: string
  }[]
  /** Keys that encrypt other keys, by id: never their values. */
  readonly wrappings: readonly { readonly keyId: string; readonly keys: number; readonly newestAt: string }[]
}

export type GatewayNodes = {
  readonly nodes: readonly {
    readonly nodeId: string
    /** Counts up while the node lives: a second look tells. */
    readonly beats: string
  }[]
}

export type WaitingObligations = {
  readonly obligations: readonly WaitingObligation[]
  readonly next?: string
}

export type WaitingObligation = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly obligation: string
  readonly attempts: number
  readonly unsent: number
  readonly owedSince: string
  readonly nextAttemptAt: string
  readonly lastAttemptAt?: string
  readonly link?: string
}

export type ShownBusinessDates = { readonly dates: readonly ShownBusinessDate[]; readonly next?: string }

export type ShownBusinessDate = {
  readonly link: string
  readonly date: string
  readonly state: 'done' | 'due' | 'open'
  readonly attempts: number
  readonly exchanges: readonly {
    readonly currency: string
    readonly state: string
    readonly code?: string
    readonly askedBy: string
    readonly askedAt: string
    readonly answeredAt?: string
    /** What the host was told. */
    readonly debit?: CountedMoney
    readonly credit?: CountedMoney
  }[]
}

/** How many, and what they come to. */
export type CountedMoney = { readonly count?: number; readonly amount?: string }

export type ComparedBusinessDate = {
  readonly link: string
  readonly date: string
  /** By currency: what the gateway has, what the host said, what the clearing file has. */
  readonly totals: readonly ShownTotals[]
  readonly findings: readonly {
    readonly type: string
    readonly currency: string
    readonly explanation: string
    readonly isTrouble: boolean
  }[]
  /** Each is of one order, where the gateway knows it. */
  readonly differences: readonly ShownDifference[]
  readonly isWhole: boolean
  /** Of the clearing file: how many lines, and how many of them are the same at the gateway. */
  readonly lines?: number
  readonly same: number
}

export type ShownTotals = {
  readonly whose: 'file' | 'gateway' | 'host'
  readonly currency: string
  readonly debit: CountedMoney
  readonly debitReversed: CountedMoney
  readonly credit: CountedMoney
  readonly creditReversed: CountedMoney
}

export type ShownDifference = {
  readonly type: string
  readonly explanation: string
  readonly advice: string
  readonly merchantId?: string
  readonly orderId?: string
  readonly transactionId?: string
  readonly amount?: string
  readonly currency?: string
  /** What the clearing file has. */
  readonly file?: { readonly line: number; readonly amount: string; readonly currency: string }
}

const steppedUp = { needsStepUp: true } as const
const limit = optional(integer(1, 100), 'How many; 50 if it is not given.')
const settings = optional(list(text(1, 5_000), 60), 'Settings of the profile, each as name=value.')
const about = required(text(1, 40), 'The merchant.')

export const operatorCalls = {
  merchants: gatewayCall<ListedMerchants>()('gateway.read', {
    after: optional(text(1, 40), 'Where a page before ended.'),
    limit,
  }),
  merchantProfile: gatewayCall<MerchantProfile>()('gateway.read', { about }),
  addMerchant: gatewayCall<NewMerchantAnswer>()('gateway.change', { about, settings }, steppedUp),
  changeProfile: gatewayCall<MerchantProfile>()('gateway.change', { about, settings }, steppedUp),
  /** Suspends, resumes or closes a merchant. */
  changeStanding: gatewayCall<MerchantProfile>()(
    'gateway.change',
    {
      about,
      standing: required(oneOf(...merchantStandings), 'How it is to stand.'),
      reason: optional(text(1, 200), 'Why, for the audit log.'),
      isAnyway: optional(boolean, 'Close it although something is open or owed.'),
    },
    steppedUp,
  ),
  gatewayLinks: gatewayCall<GatewayLinks>()('gateway.read', {}),
  directoryServers: gatewayCall<DirectoryServersShown>()('gateway.read', {}),
  gatewayKeys: gatewayCall<GatewayKeys>()('gateway.read', {}),
  gatewayNodes: gatewayCall<GatewayNodes>()('gateway.read', {}),
  obligations: gatewayCall<WaitingObligations>()('gateway.read', {
    obligation: optional(oneOf('advice', 'inquiry', 'rest', 'reversal'), 'Only those of this kind.'),
    after: optional(text(1, 400), 'Where a page before ended.'),
    limit,
  }),
  /** Tries what is owed about an order now, rather than when it is due. */
  tryObligations: gatewayCall<{ readonly isHastened: true }>()('gateway.change', {
    about,
    orderId: required(text(1, 40), 'The order.'),
    transactionId: required(text(1, 100), 'The transaction.'),
  }),
  businessDates: gatewayCall<ShownBusinessDates>()('gateway.read', {
    link: optional(text(1, 60), 'Only those of this link.'),
    after: optional(text(12, 71), 'Where a page before ended.'),
    limit,
  }),
  compareBusinessDate: gatewayCall<ComparedBusinessDate>()('gateway.read', {
    link: required(text(1, 60), 'The link.'),
    date: required(text(10, 10), 'The business date.'),
    limit: optional(integer(1, 200), 'How many differences; 200 if it is not given.'),
    layout: optional(text(2, 20_000), 'What stands where in its clearing file, in JSON.'),
    lines: optional(list(text(0, 2_000), 5_000), 'The clearing file, line by line, without card numbers.'),
  }),
}
