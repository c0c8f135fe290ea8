/** What the last page in the frame of a challenge and the merchant's page around it say to each other. */

/** The name of a frame whose payer goes on in the window around it. */
export const windowFrameName = 'challengeFrameOfWindow'

/** The page around the frame leads the payer on. */
export const returnTaken = 'tollgate:taken'
