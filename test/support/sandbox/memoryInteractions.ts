import type { FoundInteraction, InteractionStore } from '../../../src/sandbox/interactions.ts'

/** An interaction store in memory, for tests. */
export function memoryInteractions(): InteractionStore {
  const held = new Map<string, FoundInteraction>()
  return {
    async add({ id, ...interaction }) {
      if (!held.has(id)) held.set(id, interaction)
    },
    async find(id) {
      return held.get(id)
    },
    async decide(id, decision) {
      const interaction = held.get(id)
      if (!interaction || interaction.decision !== undefined) return false
      held.set(id, { ...interaction, decision })
      return true
    },
  }
}
