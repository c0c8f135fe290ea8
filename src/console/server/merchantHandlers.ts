import type { merchantCalls } from '../api/merchants.ts'
import type { ConsoleHandlers } from './consoleApi.ts'

/** `listed`: the ids of merchants by name, after the given one. */
export function createMerchantHandlers({ isMerchant, listed }: MerchantOptions): MerchantHandlers {
  return {
    async merchantNames({ input: { from } }) {
      if (from === undefined) return { merchantIds: await listed({ limit: countMax }) }
      const [isOne, after] = await Promise.all([
        isMerchant(from),
        listed({ after: from, limit: countMax - 1 }),
      ])
      return { merchantIds: isOne ? [from, ...after] : after }
    },
  }
}

const countMax = 50

type MerchantHandlers = Pick<ConsoleHandlers, keyof typeof merchantCalls>

type MerchantOptions = {
  readonly isMerchant: (merchantId: string) => Promise<boolean>
  readonly listed: (wanted: { readonly after?: string; readonly limit: number }) => Promise<readonly string[]>
}
