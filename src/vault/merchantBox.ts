import { BoxBroken, open, seal } from '../platform/secretBox.ts'
import type { DataKey, DataKeys } from './keyring.ts'
import { generationBytes } from './stores.ts'

/** Seals for a merchant and an identity: the box can be opened only with both. */
export interface MerchantBox {
  seal(merchantId: string, identity: string, text: string): Promise<Buffer>
  open(merchantId: string, identity: string, sealed: Buffer): Promise<string>
  /** The same content in a new box under the merchant's current key. */
  reseal(merchantId: string, identity: string, sealed: Buffer): Promise<Buffer>
}

export function createMerchantBox(keys: DataKeys): MerchantBox {
  return {
    async seal(merchantId, identity, text) {
      const key = await keys.current(merchantId)
      return boxed(key, Buffer.from(text), context(key.generation, merchantId, identity))
    },

    async open(merchantId, identity, sealed) {
      return (await opened(merchantId, identity, sealed)).toString()
    },

    async reseal(merchantId, identity, sealed) {
      const key = await keys.current(merchantId)
      const plain = await opened(merchantId, identity, sealed)
      return boxed(key, plain, context(key.generation, merchantId, identity))
    },
  }

  async function opened(merchantId: string, identity: string, sealed: Buffer): Promise<Buffer> {
    if (sealed.length < generationBytes) throw new BoxBroken()
    const { generation, key } = await keys.earlier(merchantId, sealed.readUInt16BE(0))
    return open(key, sealed.subarray(generationBytes), context(generation, merchantId, identity))
  }

  function context(generation: number, merchantId: string, identity: string): string {
    return `${keys.purpose}\n${generation}\n${merchantId}\n${identity}`
  }
}

/** The number of the merchant's data key, then the box. */
function boxed({ generation, key }: DataKey, plain: Buffer, context: string): Buffer {
  const box = seal(key, plain, context)
  // The memory returns to a shared pool, so its content is overwritten.
  plain.fill(0)
  const sealed = Buffer.allocUnsafe(generationBytes + box.length)
  sealed.writeUInt16BE(generation, 0)
  sealed.set(box, generationBytes)
  return sealed
}
