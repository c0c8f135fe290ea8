import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, test as plainTest, type TestOptions } from 'vitest'
import { openProviderHost } from '../../src/providerHost/openProviderHost.ts'
import { openDirectories, registerMerchants } from '../journeys/directories.ts'
import { openGateway, type TestGateway } from '../journeys/gateway.ts'
import { monitorPages, type PageMonitor } from './pageMonitor.ts'
import { type Looks, pictureFailure } from './pictures.ts'
import type { ChromiumFound } from './setup.ts'
import { openShop, type Shop } from './shop.ts'

/** What every test has: a gateway, a merchant's shop of another origin, and payers with browsers. */
export type BrowserTestContext = {
  readonly gateway: TestGateway
  /** Where payers reach the gateway; no slash at the end. */
  readonly origin: string
  readonly shop: Shop
  /** Unique for every test, so that their orders do not meet. */
  readonly name: string
  /** A payer independent of those before: a browser context of its own, with one open tab. */
  payer(looks?: Looks): Promise<Payer>
}

export type Payer = {
  readonly page: Page
  readonly context: BrowserContext
  readonly looks: Required<Looks>
  readonly monitor: PageMonitor
}

/**
 * A test in a real browser. It fails, whatever it asserts itself, when a page writes an error to its console,
 * throws, breaks its own content security policy or calls another host than the gateway and the shop.
 */
export function browserTest(
  name: string,
  run: (scene: BrowserTestContext) => Promise<void>,
  options: TestOptions = {},
): void {
  defineEach(name, (title, perform) =>
    test(title, options, ({ browser, gateway, shop }) => perform({ browser, gateway, shop, name, run })),
  )
}

/** The same at a gateway that speaks TLS with a self-signed certificate. */
export function secureBrowserTest(name: string, run: (scene: BrowserTestContext) => Promise<void>): void {
  defineEach(name, (title, perform) =>
    test(title, ({ browser, secureGateway: gateway, shop }) =>
      perform({ browser, gateway, shop, name, run }),
    ),
  )
}

/** The same with issuers behind directory servers, in a browser that keeps no cookies of other sites. */
export function directoryBrowserTest(name: string, run: (scene: BrowserTestContext) => Promise<void>): void {
  defineEach(name, (title, perform) =>
    test(title, ({ strictBrowser: browser, issued, shop }) =>
      perform({ browser, ...issued, shop, name, run }),
    ),
  )
}

/** The same with a payment provider that is attached over a link. */
export function providerBrowserTest(name: string, run: (scene: BrowserTestContext) => Promise<void>): void {
  defineEach(name, (title, perform) =>
    test(title, ({ browser, linked, shop }) => perform({ browser, ...linked, shop, name, run })),
  )
}

type BrowserTestRun = {
  readonly browser: Browser
  readonly gateway: TestGateway
  /** Where the pages of issuers or of the provider are, if not at the gateway. */
  readonly issuers?: string
  /** What is wrong with the messages to and from them. */
  readonly findings?: () => readonly unknown[]
  readonly shop: Shop
  readonly name: string
  readonly run: (scene: BrowserTestContext) => Promise<void>
}

function defineEach(
  name: string,
  define: (title: string, perform: (test: BrowserTestRun) => Promise<void>) => void,
): void {
  for (let round = 1; round <= rounds; round++) {
    const title = rounds === 1 ? name : `${name} (${round} of ${rounds})`
    define(title, performTest)
  }
}

async function performTest(given: BrowserTestRun): Promise<void> {
  const { browser, gateway, issuers, findings, shop, name, run } = given
  const payers: Payer[] = []
  const { origin } = gateway
  const payer = async (looks: Looks = {}) => {
    const strange = shop.origin.replace('localhost', strangeHost)
    const opened = await openPayer(browser, looks, [origin, shop.origin, strange, issuers ?? origin])
    payers.push(opened)
    return opened
  }
  try {
    await run({ gateway, origin, shop, name: nextName(), payer })
    expect(payers.flatMap(({ monitor }) => monitor.complaints())).toEqual([])
    expect(findings?.() ?? []).toEqual([])
  } catch (error) {
    await pictureFailure(name, payers)
    throw error
  } finally {
    await Promise.all(payers.map(({ context }) => context.close()))
  }
}

/** `BROWSER_REPEAT=10 npm run browser` runs each test ten times. */
const rounds = Number(process.env.BROWSER_REPEAT ?? 1)

const names = { last: 0 }
function nextName(): string {
  names.last += 1
  return `${process.pid}-${names.last}`
}

const test = plainTest
  .extend('found', { scope: 'worker' }, inject('chromium'))
  .extend('browser', { scope: 'worker' }, async ({ found }, { onCleanup }) => {
    const browser = await launch(found, launchFlags)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('strictBrowser', { scope: 'file' }, async ({ found }, { onCleanup }) => {
    const browser = await launch(found, [...launchFlags, ...noForeignCookies])
    onCleanup(() => browser.close())
    return browser
  })
  .extend('gateway', { scope: 'file' }, async ({ found: _ }, { onCleanup }) => {
    // Long enough for a machine that is busy with browsers; who tests silence waits as long.
    const gateway = await openGateway('embedded', { patienceMs: 3_000 })
    onCleanup(() => gateway.stop())
    return gateway
  })
  .extend('secureGateway', { scope: 'file' }, async ({ found: _ }, { onCleanup }) => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-browser-'))
    const transport = { tls: 'self-signed', dataDirectory } as const
    const gateway = await openGateway('embedded', { patienceMs: 3_000, transport })
    onCleanup(async () => {
      await gateway.stop()
      await rm(dataDirectory, { recursive: true, force: true })
    })
    return gateway
  })
  .extend('issued', { scope: 'file' }, async ({ found: _ }, { onCleanup }) => {
    const directories = await openDirectories({ hasPlainPages: true })
    const gateway = await openGateway('embedded', { patienceMs: 3_000, threeDSecureServer: directories.file })
    onCleanup(async () => {
      await gateway.stop()
      await directories.close()
    })
    await registerMerchants(gateway, directories)
    return { gateway, issuers: directories.issuer.origin, findings: directories.findings }
  })
  .extend('linked', { scope: 'file' }, async ({ found: _ }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-provider-'))
    const host = await openProviderHost({ folder })
    const { gateway: own = '', provider = '' } = host.secretFiles ?? {}
    const settings = {
      ...{ name: 'provider-host', address: host.address, kinds: ['BROWSER_PAYMENT'], answerSeconds: 3 },
      ...{ merchants: [{ merchantId: 'TESTMERCHANT' }], gatewaySecrets: [own], providerSecrets: [provider] },
    }
    const providerLinks = { providers: [settings] }
    const gateway = await openGateway('embedded', { patienceMs: 3_000, providerLinks })
    onCleanup(async () => {
      await gateway.stop()
      await host.close()
      await rm(folder, { recursive: true, force: true })
    })
    return { gateway, issuers: host.address }
  })
  .extend('shop', { scope: 'file' }, async ({ found: _ }, { onCleanup }) => {
    const shop = await openShop()
    onCleanup(() => shop.close())
    return shop
  })

function launch(found: ChromiumFound, args: readonly string[]): Promise<Browser> {
  if ('failure' in found) throw new Error(found.failure)
  const { path, environment } = found.chromium
  return chromium.launch({ executablePath: path, env: { ...process.env, ...environment }, args: [...args] })
}

/** A name that no merchant has registered, for pages of this machine. */
export const strangeHost = 'stranger.example'

/** No other names have an address here, whoever asks. Containers have no place for a browser's sandbox. */
const launchFlags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  `--host-resolver-rules=${[
    'MAP localhost 127.0.0.1',
    `MAP ${strangeHost} 127.0.0.1`,
    'MAP * ~NOTFOUND',
    'EXCLUDE 127.0.0.1',
  ].join()}`,
]

/** Browsers block them only where they also part what sites keep, which browsers under test do not. */
const noForeignCookies = [
  '--disable-features=Translate',
  '--enable-features=ForceThirdPartyCookieBlockingEnabled,ThirdPartyStoragePartitioning',
]

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} as const

async function openPayer(browser: Browser, looks: Looks, origins: readonly string[]): Promise<Payer> {
  const { size = 'desktop', scheme = 'light', locale = 'en-GB', hasScripts = true } = looks
  const { timeZone = 'Europe/Berlin' } = looks
  const context = await browser.newContext({
    ...sizes[size],
    colorScheme: scheme,
    locale,
    reducedMotion: 'reduce',
    javaScriptEnabled: hasScripts,
    timezoneId: timeZone,
    // As a visitor would who has been asked whether to go on.
    ignoreHTTPSErrors: origins.some(origin => origin.startsWith('https:')),
  })
  context.setDefaultTimeout(30_000)
  const monitor = await monitorPages(context, origins)
  const page = await context.newPage()
  return { page, context, looks: { size, scheme, locale, hasScripts, timeZone }, monitor }
}

/** Waits until a tab has come to a path, whatever it passes on its way. */
export async function expectAt(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 30_000 }).toBe(path)
  await page.waitForLoadState()
}
