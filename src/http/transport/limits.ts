/** The limits of the HTTP layer. Every resource that a client can use has one. */
export type HttpLimits = {
  /** From the first byte of a request (or the connection) to the end of its headers. */
  readonly headersTimeoutMs: number
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number
  /**
   * How long a connection may wait for its next request: longer than clients and proxies keep theirs, so that
   * none is closed while its next request is on the way.
   */
  readonly idleTimeoutMs: number
  /**
   * How long a client may leave its response unread. As it is checked at this interval, it may take up to
   * twice as long.
   */
  readonly stalledTimeoutMs: number
  /**
   * How long a connection that is being closed is still read, so that the client sees the answer and no
   * reset.
   */
  readonly lingerMs: number
  /** How long a closing listener waits for requests under way. */
  readonly closeTimeoutMs: number
  readonly headerBytesMax: number
  readonly headersMax: number
  readonly urlBytesMax: number
  readonly bodyBytesMax: number
  readonly socketsMax: number
  readonly socketsPerAddressMax: number
  /** Requests of one connection that may wait behind the one being processed. */
  readonly pipelinedMax: number
  /** Requests processed at once; one merchant alone may have at most half of them. */
  readonly requestsMax: number
  /** How many of these may come from callers without a password at one address. */
  readonly payersPerSourceMax: number
  /** How many callers at one address may be looked up at once, by what they show. */
  readonly recognisedPerSourceMax: number
  /** How many calls of one user who is signed in, from whatever address. */
  readonly perUserMax: number
  /**
   * The bodies of these callers are short, and count in the load only when complete; `arrivingMax` may be
   * arriving at once.
   */
  readonly payerBodyBytesMax: number
  readonly arrivingMax: number
  readonly arrivingPerSourceMax: number
}

export const standardLimits: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  idleTimeoutMs: 75_000,
  stalledTimeoutMs: 60_000,
  lingerMs: 1_000,
  closeTimeoutMs: 40_000,
  headerBytesMax: 16 * 1024,
  headersMax: 100,
  urlBytesMax: 16 * 1024,
  bodyBytesMax: 256 * 1024,
  socketsMax: 10_000,
  socketsPerAddressMax: 2_000,
  pipelinedMax: 16,
  requestsMax: 1_024,
  payersPerSourceMax: 32,
  recognisedPerSourceMax: 256,
  perUserMax: 16,
  payerBodyBytesMax: 64 * 1024,
  arrivingMax: 2_048,
  arrivingPerSourceMax: 256,
}
