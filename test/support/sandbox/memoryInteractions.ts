import type { FoundInteraction, InteractionStore } from '../../../src/sandbox/interactions.ts'

/** An interaction store in memory, for tests. */
export function memoryInteractions(): InteractionStore {
  const stored = new Map<string, FoundInteraction>()
  return {
    async add({ id, ...interaction }) {
      if (!stored.has(id)) stored.set(id, interaction)
    },
    async find(id) {
      return stored.get(id)
    },
    async decide(id, decision) {
      const interaction = stored.get(id)
      if (!interaction || interaction.decision !== undefined) return false
      stored.set(id, { ...interaction, decision })
      return true
    },
  }
}
