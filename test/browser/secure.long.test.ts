import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { secureBrowserTest } from './browser.ts'
import { cards } from './cards.ts'
import { challengeIn, expectNotice, payWith } from './checkout.ts'
import { fieldIn } from './hostedFields.ts'
import { picture } from './pictures.ts'

secureBrowserTest('by TLS: a cup is bought on the checkout page', async scene => {
  const { page } = await scene.payer()
  await page.goto(`${scene.origin}/demo?flow=checkout`)
  await page.locator('#begin').click()
  await page.locator('#visit').click()
  expect(new URL(page.url()).protocol).toBe('https:')
  await payWith(page, cards.recognised)
  await page.locator('#result-title').waitFor()
  expect(await page.locator('#result .facts').innerText()).toContain('CAPTURED')
  expect(new URL(page.url()).origin).toBe(scene.origin)
})

secureBrowserTest('by TLS: a challenge inside the embedded page, failed and then passed', async scene => {
  const { page } = await scene.payer()
  await page.goto(`${scene.origin}/demo?flow=embedded`)
  await page.locator('#begin').click()
  const frame = page.frameLocator('#embedded iframe')
  await payWith(frame, cards.challenged)
  await challengeIn(frame).locator('#outcome-N').click()
  await expectNotice(frame, 'authenticationFailed')
  await payWith(frame, cards.challenged)
  await challengeIn(frame).locator('#outcome-Y').click()
  await page.locator('#result-title').waitFor()
  expect(await page.locator('#result .facts').innerText()).toContain('CAPTURED')
})

secureBrowserTest('by TLS: hosted fields, and an issuer who asks', async scene => {
  const { page } = await scene.payer()
  await page.goto(`${scene.origin}/demo?flow=fields`)
  await page.locator('#begin').click()
  const { number, expiry, code } = cards.challenged
  const [month = '', year = ''] = expiry.split('/')
  const values = { number, expiryMonth: month, expiryYear: year, securityCode: code }
  for (const [role, value] of Object.entries(values)) await fieldIn(page, role).locator('#field').fill(value)
  await page.locator('#pay').click()
  await page.frameLocator('#challenge iframe').locator('#outcome-Y').click()
  await page.locator('#result-title').waitFor()
  expect(await page.locator('#result .facts').innerText()).toContain('AUTHORIZED')
})

secureBrowserTest('by TLS: to the provider’s page and back', async scene => {
  const { page } = await scene.payer()
  await page.goto(`${scene.origin}/demo?flow=browser`)
  await page.locator('#begin').click()
  await page.locator('#visit').click()
  await page.locator('#provider-approve').click()
  await page.locator('#result-title').waitFor()
  expect(await page.locator('#result .facts').innerText()).toContain('CAPTURED')
})

secureBrowserTest('who opens an address that leads nowhere reads so', async scene => {
  const visitor = await scene.payer()
  const { page, monitor } = visitor
  monitor.expect(/404/)
  const answer = await page.goto(`${scene.origin}/pay/nowhere`)
  expect(answer?.status()).toBe(404)
  expect(await page.locator('h1').innerText()).toBe('There is no such page')
  await expectAccessible(page)
  await picture(visitor, 'refused')
})
