/**
 * How long the issuer may examine the browser (3DS method) before the payer goes on without it. The protocol
 * says so, by its version: 2.1 and 2.2 gave ten seconds, later ones five.
 */
export const methodWaitMs = (protocolVersion: string | undefined): number =>
  protocolVersion === undefined || /^2\.[0-2](\.|$)/.test(protocolVersion) ? 10_000 : 5_000
