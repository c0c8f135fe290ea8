/** Anything but an address of the web is no place to send a payer to, nor a picture to show. */
export function webAddress(address: string | undefined): string | undefined {
  return address && /^https?:\/\//i.test(address) ? address : undefined
}
