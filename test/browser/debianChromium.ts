import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fontSettings } from './fonts.ts'

/** A browser to drive, and what its process needs in its environment. */
export type Chromium = {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>
}

const run = promisify(execFile)

const downloadMaxMs = 15 * 60_000
const outputMax = 1e8

/**
 * Debian's Chromium, with the libraries and fonts that this machine lacks, unpacked into the cache: nothing
 * is installed, so that nobody needs to be root. Fetched once; later runs find it there.
 */
export async function debianChromium(
  say: (line: string) => void,
  troubleOf: (chromium: Chromium) => Promise<string | undefined>,
): Promise<Chromium> {
  const cache = await cacheFolder()
  const folder = join(cache, `chromium-debian-${process.arch}`)
  const kept = await unpackedIn(folder)
  if ((await troubleOf(kept)) === undefined) return kept
  await requireTools()
  const aside = await mkdtemp(`${folder}-`)
  try {
    say(`No Chromium is here that starts: getting Debian's into ${folder}; nothing is installed.`)
    await fetchInto(aside, say)
    const fetched = await unpackedIn(join(aside, 'root'))
    const trouble = await troubleOf(fetched)
    if (trouble !== undefined) throw new Error(`it does not start when unpacked: ${trouble}`)
    await rm(folder, { recursive: true, force: true })
    // Another run may have been quicker.
    await rename(join(aside, 'root'), folder).catch(() => undefined)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  say("Debian's Chromium is unpacked and starts.")
  return unpackedIn(folder)
}

/** Outlives `npm ci` where the user has a home, and lies beside the packages where not. */
async function cacheFolder(): Promise<string> {
  const own = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const beside = join(import.meta.dirname, '../../node_modules/.cache')
  for (const folder of [own, beside].map(place => join(place, 'tollgate'))) {
    const isOurs = await mkdir(folder, { recursive: true })
      .then(() => access(folder, constants.W_OK))
      .then(
        () => true,
        () => false,
      )
    if (isOurs) return folder
  }
  throw new Error(`neither ${own} nor ${beside} can be written to`)
}

async function requireTools(): Promise<void> {
  for (const tool of ['apt-get', 'dpkg-deb'])
    await run(tool, ['--version']).catch(() => {
      throw new Error(`this is no Debian: it has no ${tool}`)
    })
}

/** The packages that are missing here, by the sources that this machine is set up with. */
async function fetchInto(folder: string, say: (line: string) => void): Promise<void> {
  const archives = join(folder, 'cache', 'archives')
  await mkdir(join(archives, 'partial'), { recursive: true })
  await mkdir(join(folder, 'state', 'lists', 'partial'), { recursive: true })
  const apt = (...words: readonly string[]) =>
    run('apt-get', [...optionsFor(folder), ...words], {
      env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
      timeout: downloadMaxMs,
      maxBuffer: outputMax,
    })
  // A source of somebody else's may be out of order; what matters is whether the packages are found.
  const complaint = await apt('update').then(
    () => '',
    error => `${lastLines(error)}\n`,
  )
  const wanted = ['install', '--yes', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']
  const { stdout } = await apt('--print-uris', ...wanted).catch(error => {
    throw new Error(`apt-get finds no package chromium:\n${complaint}${lastLines(error)}`)
  })
  const total = [...stdout.matchAll(/^'[^']+' \S+ (\d+) /gm)].reduce((sum, [, size]) => sum + Number(size), 0)
  const telling = setInterval(async () => {
    say(`Downloading Chromium: ${megabytes(await bytesIn(archives))} of ${megabytes(total)} MB`)
  }, 5_000)
  try {
    await apt('--download-only', ...wanted)
  } catch (error) {
    throw new Error(`apt-get could not download chromium:\n${complaint}${lastLines(error)}`)
  } finally {
    clearInterval(telling)
  }
  for (const name of await readdir(archives))
    if (name.endsWith('.deb'))
      await run('dpkg-deb', ['--extract', join(archives, name), join(folder, 'root')])
}

/** Lists and packages go into the folder; the machine's own are neither touched nor locked. */
const optionsFor = (folder: string) =>
  [
    `Dir::State=${join(folder, 'state')}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${join(folder, 'cache')}`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
    'Acquire::Retries=3',
    'Acquire::http::Timeout=30',
    'Acquire::https::Timeout=30',
  ].flatMap(option => ['-o', option])

async function unpackedIn(root: string): Promise<Chromium> {
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  const libraries = await Promise.all(
    [`usr/lib/${triplet}`, `lib/${triplet}`].map(place => withParts(join(root, place))),
  )
  const given = process.env.LD_LIBRARY_PATH
  return {
    path: join(root, 'usr/lib/chromium/chromium'),
    environment: {
      LD_LIBRARY_PATH: [...libraries.flat(), ...(given ? [given] : [])].join(':'),
      ...(await fontSettings(root, 'usr/share/fonts')),
    },
  }
}

/** Some libraries have private ones in a folder below, which they seek where they would be installed. */
async function withParts(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const parts = entries.filter(entry => entry.isDirectory()).map(({ name }) => join(folder, name))
  return entries.length === 0 ? [] : [folder, ...parts]
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = names.map(name =>
    stat(join(folder, name)).then(
      found => (found.isFile() ? found.size : 0),
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

function lastLines(error: unknown): string {
  const { stderr = '', message = String(error), killed } = Object(error)
  const why = killed ? `It took longer than ${downloadMaxMs / 60_000} minutes.` : stderr || message
  return String(why).trim().split('\n').slice(-5).join('\n')
}
