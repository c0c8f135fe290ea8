import type { PayerVisitState } from '../payerVisit.ts'

/** The texts of the provider's pages, in each language. */
export type ProviderTexts = {
  readonly provider: string
  /** Instead of a name. */
  readonly shop: string
  readonly simulated: string
  readonly payTo: (merchant: string) => string
  readonly payLead: string
  readonly agreeLead: string
  readonly pay: (amount: string) => string
  readonly agree: string
  readonly cancel: string
  readonly decline: string
  readonly abort: string
  readonly items: string
  readonly more: (count: number) => string
  readonly subTotals: Readonly<Record<'items' | 'shipping' | 'tax' | 'discount', string>>
  readonly shipTo: string
  readonly change: string
  readonly address: Readonly<
    Record<'street' | 'street2' | 'postcodeZip' | 'city' | 'stateProvince' | 'country', string>
  >
  readonly order: string
  readonly sandbox: string
  readonly ends: Readonly<Record<Exclude<PayerVisitState, 'asking'>, PageEndText>>
  readonly unknown: PageEndText
  readonly returning: string
  readonly backTo: (merchant: string) => string
  readonly close: string
}
type PageEndText = { readonly title: string; readonly text: string }
