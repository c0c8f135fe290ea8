import type { BrowserTestContext } from './browser.ts'

/** What the merchant's profile says while a story is told. */
export async function withProfile(
  { gateway }: BrowserTestContext,
  profile: object,
  tell: () => Promise<void>,
) {
  const path = '/sandbox/merchants/TESTMERCHANT/profile'
  await gateway.call('PUT', path, profile)
  try {
    await tell()
  } finally {
    await gateway.call('PUT', path, {})
  }
}
