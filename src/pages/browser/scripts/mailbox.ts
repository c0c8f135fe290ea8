import type { FieldCommand } from '../fields/protocol.ts'

/** Orders for a field, kept until it is there; settings are kept for whenever it is loaded anew. */
export type CommandQueue = {
  readonly send: (order: FieldCommand) => void
  readonly open: () => void
  readonly isOpen: () => boolean
}

export function createCommandQueue(post: (order: FieldCommand) => void): CommandQueue {
  const settings = new Map<string, string>()
  const orders = new Map<string, FieldCommand>()
  const waiting: FieldCommand[] = []
  let isOpen = false
  return {
    send(order) {
      const name = settingName(order)
      const text = JSON.stringify(order)
      if (name !== undefined) {
        if (settings.get(name) === text) return
        settings.set(name, text)
        orders.set(name, order)
      }
      if (isOpen) post(order)
      else if (name === undefined && waiting.length < waitingMax) waiting.push(order)
    },
    open() {
      isOpen = true
      for (const order of [...orders.values(), ...waiting.splice(0)]) post(order)
    },
    isOpen: () => isOpen,
  }
}

const waitingMax = 50
const settingKinds = ['describe', 'accept', 'message', 'tellBin']

function settingName(order: FieldCommand): string | undefined {
  if (order.order === 'look') return `look ${order.situation}`
  return settingKinds.includes(order.order) ? order.order : undefined
}
