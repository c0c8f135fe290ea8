// The protocol versions that directory servers here can speak, oldest first.

export const spokenVersions = ['2.1.0', '2.2.0', '2.3.1'] as const
export type SpokenVersion = (typeof spokenVersions)[number]

export const isSpoken = (text: unknown): text is SpokenVersion =>
  spokenVersions.some(version => version === text)

export const isSince = (version: SpokenVersion, first: SpokenVersion): boolean =>
  spokenVersions.indexOf(version) >= spokenVersions.indexOf(first)
