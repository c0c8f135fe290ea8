import type { Lane, WantedClaims } from '../../notifications/port.ts'

/** A lane in which something is due, and how many may be taken from it. */
export type LaneRoom = Lane & { readonly room: number }

/** Whose turn is next: who was served longest ago, among the merchants and among the lanes of each. */
export interface LaneTurns {
  /** In turn, with the room that each has: one lane of every merchant, then the second of each. */
  order(due: readonly Lane[], wanted: WantedClaims): readonly LaneRoom[]
  served(lanes: readonly Lane[]): void
}

export function createLaneTurns(): LaneTurns {
  const merchants = createMemory()
  const lanes = createMemory()
  return {
    order(due, wanted) {
      const roomOf = createRooms(wanted)
      const ranked = [...byMerchant(due).values()].flatMap(own =>
        own
          .sort((one, other) => lanes.since(nameOf(one)) - lanes.since(nameOf(other)))
          .map(lane => ({ ...lane, room: roomOf(lane) }))
          .filter(({ room }) => room > 0)
          .map((lane, rank) => ({ lane, rank, since: merchants.since(lane.merchantId) })),
      )
      return ranked
        .sort((one, other) => one.rank - other.rank || one.since - other.since)
        .map(({ lane }) => lane)
    },
    served(now) {
      for (const lane of now) {
        lanes.note(nameOf(lane))
        merchants.note(lane.merchantId)
      }
    },
  }
}

function byMerchant(due: readonly Lane[]): ReadonlyMap<string, Lane[]> {
  const found = new Map<string, Lane[]>()
  for (const lane of due) {
    const own = found.get(lane.merchantId)
    if (own) own.push(lane)
    else found.set(lane.merchantId, [lane])
  }
  return found
}

/** What the lanes of a merchant are given is taken from what the merchant has. */
function createRooms({ lanes, perLane, merchants, perMerchant }: WantedClaims): (lane: Lane) => number {
  const ofLane = new Map(lanes.map(lane => [nameOf(lane), lane.room]))
  const left = new Map(merchants.map(({ merchantId, room }) => [merchantId, room]))
  return lane => {
    const rest = left.get(lane.merchantId) ?? perMerchant
    const room = Math.max(Math.min(ofLane.get(nameOf(lane)) ?? perLane, rest), 0)
    left.set(lane.merchantId, rest - room)
    return room
  }
}

const nameOf = ({ merchantId, lane }: Lane): string => `${merchantId}\n${lane}`

const rememberedMax = 20_000

/** Who is forgotten, was served so long ago that it is the first again. */
function createMemory() {
  const noted = new Map<string, number>()
  let turn = 0
  return {
    since: (name: string): number => noted.get(name) ?? 0,
    note(name: string): void {
      noted.delete(name)
      noted.set(name, ++turn)
      const [oldest] = noted.size > rememberedMax ? noted.keys() : []
      if (oldest !== undefined) noted.delete(oldest)
    },
  }
}
