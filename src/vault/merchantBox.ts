import { BoxBroken, open, seal } from '../platform/secretBox.ts'
import type { DataKeys } from './keyring.ts'

/** Seals for a merchant and a place: the box opens for that merchant and that place only. */
export interface MerchantBox {
  seal(merchantId: string, identity: string, text: string): Promise<Buffer>
  open(merchantId: string, identity: string, sealed: Buffer): Promise<string>
}

export function createMerchantBox(keys: DataKeys): MerchantBox {
  return {
    async seal(merchantId, identity, text) {
      const { generation, key } = await keys.current(merchantId)
      const plain = Buffer.from(text)
      const box = seal(key, plain, context(generation, merchantId, identity))
      // The memory goes back to a shared pool with whatever is in it.
      plain.fill(0)
      const sealed = Buffer.allocUnsafe(boxStart + box.length)
      sealed.writeUInt16BE(generation, 0)
      sealed.set(box, boxStart)
      return sealed
    },

    async open(merchantId, identity, sealed) {
      if (sealed.length < boxStart) throw new BoxBroken()
      const { generation, key } = await keys.earlier(merchantId, sealed.readUInt16BE(0))
      return open(key, sealed.subarray(boxStart), context(generation, merchantId, identity)).toString()
    },
  }

  function context(generation: number, merchantId: string, identity: string): string {
    return `${keys.purpose}\n${generation}\n${merchantId}\n${identity}`
  }
}

/** The number of the merchant's data key (2 bytes), then the box. */
const boxStart = 2
