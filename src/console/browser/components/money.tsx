import { useMoney } from '../language.tsx'

/** An amount with its currency, as the reader's language writes it and with the currency's decimals. */
export function Money({ amount, currency }: { readonly amount: string; readonly currency: string }) {
  return <span className="digits">{useMoney()(amount, currency)}</span>
}
