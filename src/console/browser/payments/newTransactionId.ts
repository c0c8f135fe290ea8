/** Made once for each dialogue. Nobody makes the same for this order: 64 random bits. */
export function newTransactionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
