import { BoxBroken, keyedHash, open, seal } from '../platform/secretBox.ts'
import { describeCard } from './description.ts'
import type { Keyring } from './keyring.ts'
import type { KeptCard, Vault } from './port.ts'

export function createVault(keyring: Keyring): Vault {
  return {
    async sealCard(merchantId, identity, card) {
      const { generation, key } = await keyring.currentDataKey(merchantId)
      const plain = Buffer.from(write(card))
      const box = seal(key, plain, context(generation, merchantId, identity))
      // The memory goes back to a shared pool with whatever is in it.
      plain.fill(0)
      const sealed = Buffer.allocUnsafe(boxStart + box.length)
      sealed.writeUInt16BE(generation, 0)
      sealed.set(box, boxStart)
      return sealed
    },

    async revealCard(merchantId, identity, sealed) {
      if (sealed.length < boxStart) throw new BoxBroken()
      const { generation, key } = await keyring.dataKey(merchantId, sealed.readUInt16BE(0))
      return read(open(key, sealed.subarray(boxStart), context(generation, merchantId, identity)))
    },

    cardHash: number => keyedHash(keyring.secrets.cardHash, number),
    describeCard,
  }
}

/** A sealed card: the number of the merchant's data key (2 bytes), then the box. */
const boxStart = 2

function context(generation: number, merchantId: string, identity: string): string {
  return `card\n${generation}\n${merchantId}\n${identity}`
}

/** Named one by one, so that a security code in the object a caller passes does not slip in. */
function write({ number, expiry, nameOnCard }: KeptCard): string {
  return JSON.stringify({ number, month: expiry?.month, year: expiry?.year, nameOnCard })
}

/** Authenticated bytes that only `write` can have made. */
function read(plain: Buffer): KeptCard {
  const { number, month, year, nameOnCard }: Written = JSON.parse(plain.toString())
  return {
    number,
    ...(month !== undefined && year !== undefined && { expiry: { month, year } }),
    ...(nameOnCard !== undefined && { nameOnCard }),
  }
}

type Written = {
  readonly number: string
  readonly month?: number
  readonly year?: number
  readonly nameOnCard?: string
}
