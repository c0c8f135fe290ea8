/** What a host may flood a link with. */
export const floods = [
  ...(['unmatched', 'doubled', 'unknownType', 'echo', 'cutOver'] as const),
  ...(['unreadable', 'hugeLengths', 'partialFrames'] as const),
] as const
export type Flood = (typeof floods)[number]

export const isFlood = (word: string): word is Flood => floods.some(each => each === word)

/** What cannot be read costs the host its connection. */
export const endsConnections = (flood: Flood): boolean =>
  flood === 'unreadable' || flood === 'hugeLengths' || flood === 'partialFrames'
