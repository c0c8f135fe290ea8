import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { buildRecipe } from './buildRecipe.ts'
import { endAll, runToEnd, startProcess } from './gatewayProcess.ts'

/** The package as it is installed: no sources, no packages for development. */
let installed = ''
beforeAll(async () => {
  installed = await reachableFolder('installed')
  const { files, dependencies, optionalDependencies } = JSON.parse(
    await readFile(projectPath('package.json'), 'utf8'),
  )
  const unneeded = [
    'deploy',
    'examples',
    'npm-shrinkwrap.json',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ]
  for (const name of ['package.json', ...files.filter((file: string) => !unneeded.includes(file))])
    await cp(projectPath(name), join(installed, name), { recursive: true })
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) await linkPackage(name)
})
afterAll(async () => {
  await endAll()
  await rm(installed, { recursive: true, force: true })
})

async function linkPackage(name: string): Promise<void> {
  const target = join(installed, 'node_modules', name)
  await mkdir(join(target, '..'), { recursive: true })
  await symlink(projectPath('node_modules', name), target)
}

const production = { TOLLGATE_MODE: 'production' }
const start = (settings: NodeJS.ProcessEnv = production) => runToEnd(settings, installed)
const lineOf = async () => {
  const { code, output, errors } = await start()
  return { code, output, errors }
}

test('the package runs without sources or a compiler, with all its pages and commands', async () => {
  expect(await readdir(join(installed, 'node_modules'))).not.toContain('esbuild')
  const gateway = await startProcess({ TOLLGATE_DATA_DIR: join(installed, 'data') }, installed)
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  for (const path of [
    ...['/', '/demo', '/static/checkout/checkout.js', '/static/scripts.json'],
    ...['/docs', '/docs/reference', '/docs/guides/quick-start', '/docs/search.json'],
  ])
    expect((await ask(path)).status, path).toBe(200)
  expect((await ask('/static/threeds/threeds.js')).text).toContain('ThreeDS')
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(installed, 'tollgate.mjs'),
    '--version',
  ])
  expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/)
  expect((await gateway.end('SIGTERM')).code).toBe(0)
})

test('in production it gets as far as its settings', async () => {
  const { code, errors } = await start()
  expect(code).toBe(2)
  expect(errors).toMatch(/^tollgate: .*TOLLGATE_/)
})

test('a file of the build that was edited is refused, and so is one that was added', async () => {
  const main = join(installed, 'dist', 'main.mjs')
  const original = await readFile(main, 'utf8')
  await appendFile(main, '\n// slipped in\n')
  expect(await lineOf()).toEqual({
    code: 1,
    output: '',
    errors: 'tollgate: dist/main.mjs is not as it was built; install the package into an empty folder.\n',
  })
  await writeFile(main, original)
  const foreign = join(installed, 'dist', 'package.json')
  await writeFile(foreign, '{"type": "commonjs"}')
  expect(await lineOf()).toEqual({
    code: 1,
    output: '',
    errors:
      'tollgate: dist/package.json is no part of the build; install the package into an empty folder.\n',
  })
  await rm(foreign)
  expect((await start()).code).toBe(2)
})

test('without a build there is nothing to run', async () => {
  const dist = join(installed, 'dist')
  await rename(dist, `${dist}.aside`)
  expect(await lineOf()).toEqual({
    code: 2,
    output: '',
    errors: 'tollgate: There is no build in dist/; install the package into an empty folder.\n',
  })
  await rename(`${dist}.aside`, dist)
})

test('in a checkout, production refuses a build of other sources than lie there', async () => {
  const checkout = await reachableFolder('checkout')
  for (const name of [...buildRecipe, 'dist'])
    await cp(projectPath(name), join(checkout, name), { recursive: true })
  await symlink(projectPath('node_modules'), join(checkout, 'node_modules'))
  expect((await runToEnd(production, checkout)).errors).toContain('TOLLGATE_')
  await appendFile(join(checkout, 'src', 'main.ts'), '\n// changed\n')
  const { code, errors } = await runToEnd(production, checkout)
  expect({ code, errors }).toEqual({
    code: 2,
    errors: 'tollgate: dist/ was built from other sources than lie in src/; run npm run build.\n',
  })
  await rm(checkout, { recursive: true, force: true })
})
