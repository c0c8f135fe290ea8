import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { withClient } from '../../src/store/schema/migrate.ts'
import { callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { type BrowserTestContext, browserTest } from './browser.ts'
import { bothLooks, consoleMerchant, inspectScreen as inspect } from './console.ts'
import { atLocalhost, passkeyHolder, signOut } from './passkeyHolder.ts'

/** The link of an invitation, as an administrator is shown it. */
async function invite(scene: BrowserTestContext, email: string): Promise<string> {
  const { token } = await signInAs(scene.gateway.database, { role: 'ADMINISTRATOR' })
  const user = { merchantId: consoleMerchant, email, role: 'ADMINISTRATOR' }
  const { body } = await callConsole(scene.gateway, 'inviteUser', user, { token })
  return atLocalhost(body.link)
}

for (const looks of bothLooks)
  browserTest(
    `a passkey from the invitation to ending sessions (${looks.size}, ${looks.scheme})`,
    async scene => {
      const { payer, page, origin } = await passkeyHolder(scene, looks)
      const email = `ada-${scene.name}@example.com`
      await page.goto(await invite(scene, email))
      await page.getByLabel('Your name').fill('Ada Lovelace')
      await page.getByRole('tab', { name: 'Password and codes' }).click()
      await page.getByLabel('What the app shows now').waitFor()
      await inspect(payer, 'invitation')
      await page.getByRole('tab', { name: 'Passkey' }).click()
      await page.getByRole('button', { name: 'Create a passkey' }).click()
      await page.waitForURL(address => address.pathname.startsWith(`/console/m/${consoleMerchant}`))

      // Another way to sign in, whose codes are shown once.
      await page.goto(`${origin}/console/account`)
      await page.getByText('This browser').waitFor()
      await page.getByRole('button', { name: 'Set up password and codes' }).click()
      const key = await page.locator('.totpKey').innerText()
      await inspect(payer, 'account-codes')
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
      const totp = new TOTP({ secret: key.replaceAll(' ', '') })
      await page.getByLabel('What the app shows now').fill(totp.generate())
      await page.getByRole('button', { name: 'Finish' }).click()
      await page.getByRole('button', { name: 'I have kept them' }).click()
      await page.getByText('10 recovery codes are left.').waitFor()
      await inspect(payer, 'account')

      // A while later, inviting somebody needs the passkey once more.
      await withClient(scene.gateway.database.config, client =>
        client.query("update console_sessions set stepped_up_at = now() - interval '11 minutes'"),
      )
      const developer = await signInAs(scene.gateway.database, { role: 'DEVELOPER', email: `dev-${email}` })
      await page.goto(`${origin}/console/m/${consoleMerchant}/users`)
      await page.getByText(`dev-${email}`).waitFor()
      await page.getByRole('button', { name: 'Invite' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
      await dialog.getByLabel('E-mail').fill(`bob-${email}`)
      await inspect(payer, 'users-invite')
      payer.monitor.expect(/status of 403/)
      await dialog.getByRole('button', { name: 'Invite' }).click()
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
      await inspect(payer, 'step-up')
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByRole('dialog', { name: /The link for/ }).waitFor()
      await inspect(payer, 'users-link')
      await page.getByRole('button', { name: 'Done' }).click()

      // A foreign session ends at once.
      const whoAmI = () => callConsole(scene.gateway, 'whoAmI', {}, developer)
      expect((await whoAmI()).status).toBe(200)
      const row = page.locator('tr, li.card').filter({ hasText: `dev-${email}` })
      await row.getByRole('button').click()
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByText('Not signed in anywhere.').waitFor()
      expect((await whoAmI()).status).toBe(401)

      await signOut(page)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('heading', { name: 'Users' }).waitFor()
    },
  )

browserTest('password and code sign in, and a wrong one says nothing', async scene => {
  const { page, payer } = await passkeyHolder(scene, {})
  // A password that is too short.
  payer.monitor.expect(/status of 400/)
  const email = `bea-${scene.name}@example.com`
  await page.goto(await invite(scene, email))
  await page.getByLabel('Your name').fill('Bea')
  await page.getByRole('tab', { name: 'Password and codes' }).click()
  const key = await page.locator('.totpKey').innerText()
  const totp = new TOTP({ secret: key.replaceAll(' ', '') })
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('What the app shows now').fill(totp.generate())
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByText('It must have at least 12 characters.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('What the app shows now').fill(totp.generate())
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await page.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.waitForURL(address => address.pathname.startsWith(`/console/m/${consoleMerchant}`))
  await signOut(page)
  const typed = async (password: string, code: string) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Code').fill(code)
    await page.keyboard.press('Enter')
  }
  await typed('wrong horse battery', codes[0] ?? '')
  await page.getByText('E-mail, password or code is not right.').waitFor()
  await typed('correct horse battery', codes[0] ?? '')
  await page.getByRole('navigation').first().waitFor()
})
