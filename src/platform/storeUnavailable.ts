/**
 * The database could not be reached or did not answer in time. Thrown by `begin` it means that nothing was
 * sent to anybody, so the caller may be told to try again.
 */
export class StoreUnavailable extends Error {}
