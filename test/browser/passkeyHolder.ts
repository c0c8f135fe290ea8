import type { Page } from 'playwright-core'
import type { BrowserTestContext, Payer } from './browser.ts'
import type { Looks } from './pictures.ts'

/** Somebody with a key store, at the name of this machine: browsers have no passkeys for its address. */
export type PasskeyHolder = { readonly payer: Payer; readonly page: Page; readonly origin: string }

export async function passkeyHolder(scene: BrowserTestContext, looks: Looks): Promise<PasskeyHolder> {
  const payer = await scene.payer(looks)
  const { page, context, monitor } = payer
  const origin = atLocalhost(scene.origin)
  monitor.expect(new RegExp(`^foreign host: ${origin}/`))
  // Whoever comes first is not signed in.
  monitor.expect(/status of 401/)
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { payer, page, origin }
}

export const atLocalhost = (address: string): string => address.replace('127.0.0.1', 'localhost')

export async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}
