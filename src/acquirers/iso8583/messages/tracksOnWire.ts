// Magnetic stripes as messages have them: without sentinels and check characters.

/** With = between number and expiry, whatever the reader wrote. */
export const track2OnWire = (track: string): string =>
  track
    .replace(/^;/, '')
    .replace(/\?.?$|F$/, '')
    .replace('D', '=')

export const track1OnWire = (track: string): string => track.replace(/^%/, '').replace(/\?.?$/, '')
