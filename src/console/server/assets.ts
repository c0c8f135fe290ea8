// The scripts and stylesheets of the console: compiled once, named after their content.

import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { withBundler } from '../../platform/bundler.ts'
import { isBuilt, resourcePath } from '../../platform/files.ts'

export type ConsoleAssets = {
  /** The names of the script and the stylesheet that the page loads. */
  readonly script: string
  readonly style: string
  readonly files: ReadonlyMap<string, ConsoleFile>
}
type ConsoleFile = { readonly type: string; readonly bytes: Buffer; readonly gzip: Buffer }

/** From a build, or compiled at first use. */
export function consoleAssets(): Promise<ConsoleAssets> {
  assets ??= (isBuilt ? builtAssets() : compiledAssets(resourcePath())).then(zipped)
  assets.catch(() => {
    assets = undefined
  })
  return assets
}

let assets: Promise<ConsoleAssets> | undefined

type CompiledAssets = {
  readonly script: string
  readonly style: string
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[]
}

/** As a build makes them, with the names of the packages that went into them. */
type FreshAssets = CompiledAssets & { readonly packages: readonly string[] }

/** Where a build keeps them, below dist/. */
export const builtFolder = 'console/assets'
export const builtIndex = 'index.json'

async function builtAssets(): Promise<CompiledAssets> {
  const folder = resourcePath(builtFolder)
  const { script, style, names }: BuiltIndex = JSON.parse(await readFile(join(folder, builtIndex), 'utf8'))
  const read = async (name: string) => ({ name, bytes: await readFile(join(folder, name)) })
  return { script, style, files: await Promise.all(names.map(read)) }
}

export type BuiltIndex = {
  readonly script: string
  readonly style: string
  readonly names: readonly string[]
  readonly packages: readonly string[]
}

/** `folder` is a src/. */
export async function compiledAssets(folder: string): Promise<FreshAssets> {
  const { outputFiles, metafile } = await withBundler(build =>
    build({
      absWorkingDir: folder,
      entryPoints: { console: 'console/browser/main.tsx' },
      outdir: 'out',
      entryNames: '[name]-[hash]',
      chunkNames: 'part-[hash]',
      ...{
        bundle: true,
        splitting: true,
        format: 'esm',
        minify: true,
        platform: 'browser',
        target: 'es2022',
      },
      ...{ jsx: 'automatic', define: { 'process.env.NODE_ENV': '"production"' } },
      ...{ legalComments: 'none', write: false, logLevel: 'silent', metafile: true },
      // Ignores a tsconfig in folders above, so that the same sources give the same scripts everywhere.
      tsconfigRaw: { compilerOptions: { strict: true, jsx: 'react-jsx' } },
    }),
  )
  const files = outputFiles.map(({ path, contents }) => ({
    name: basename(path),
    bytes: Buffer.from(contents),
  }))
  const named = (extension: string) =>
    files.find(({ name }) => name.startsWith('console-') && extname(name) === extension)?.name ?? ''
  return { script: named('.js'), style: named('.css'), files, packages: packagesOf(metafile.inputs) }
}

const packagesOf = (inputs: Readonly<Record<string, unknown>>): readonly string[] => {
  const names = Object.keys(inputs).flatMap(
    path => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  )
  return [...new Set(names)].sort()
}

async function zipped({ script, style, files }: CompiledAssets): Promise<ConsoleAssets> {
  const zip = async ({ name, bytes }: CompiledAssets['files'][number]) => {
    const type = extname(name) === '.css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
    return [name, { type, bytes, gzip: await promisify(gzip)(bytes, { level: 9 }) }] as const
  }
  return { script, style, files: new Map(await Promise.all(files.map(zip))) }
}
