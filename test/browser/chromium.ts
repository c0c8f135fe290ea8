import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Chromium, debianChromium } from './debianChromium.ts'
import { fontSettings } from './fonts.ts'

/**
 * The one the tester names, else the one that comes as a package (built for Linux on x64 only), else one that
 * is installed, else, on Debian, one that is fetched. Call it from one process only: the package is unpacked
 * at first use. `CHROMIUM_SOURCE=debian` tries the last on a machine that has others.
 */
export async function findChromium(say: (line: string) => void): Promise<Chromium> {
  const named = process.env.CHROME_PATH
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROME_PATH is ${named}, but there is no such file.`)
    return { path: named, environment: {} }
  }
  if (process.env.CHROMIUM_SOURCE !== 'debian') {
    const packaged = hasPackage ? await unpacked() : undefined
    if (packaged !== undefined && (await troubleOf(packaged)) === undefined) return packaged
    const path = installed.find(existsSync)
    if (path !== undefined) return { path, environment: {} }
  }
  if (process.platform !== 'linux') throw new Error(advice)
  return debianChromium(say, troubleOf).catch(error => {
    throw new Error(`${advice}\nDebian's could not be fetched: ${error.message}`)
  })
}

const hasPackage = process.platform === 'linux' && process.arch === 'x64'
const advice = `The browser tests found no browser. ${
  hasPackage
    ? 'The Chromium of the package @sparticuz/chromium does not start here'
    : `There is no Chromium package for ${process.platform} on ${process.arch}`
}: install Chromium (Debian: apt-get install chromium), or set CHROME_PATH to the executable of a Chromium \
or Chrome, and run the tests again.`

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const run = promisify(execFile)

/** Why it does not start; undefined when it does. */
function troubleOf({ path, environment }: Chromium): Promise<string | undefined> {
  return run(path, ['--version'], { env: { ...process.env, ...environment }, timeout: 60_000 }).then(
    () => undefined,
    error => String(error.stderr || error.message).trim(),
  )
}

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/tollgate')

/**
 * The package unpacks into the folder for temporary files, and takes whatever lies there already for its own;
 * so it gets a folder to itself, which counts only once it is whole.
 */
async function unpacked(): Promise<Chromium> {
  const { version } = JSON.parse(
    await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  )
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    const aside = await mkdtemp(`${folder}-`)
    await run(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: root,
      env: { ...process.env, TMPDIR: aside, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    })
    // Another run may have been quicker.
    await rename(aside, folder).catch(() => rm(aside, { recursive: true, force: true }))
  }
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH ?? []].flat().join(':')
  return {
    path: join(folder, 'chromium'),
    environment: { LD_LIBRARY_PATH: libraries, ...(await fontSettings(folder, 'fonts')) },
  }
}

/** Told that it is in the cloud, the package also unpacks the shared libraries that a bare machine lacks. */
const unpack = "const chromium = await import('@sparticuz/chromium'); await chromium.default.executablePath()"
