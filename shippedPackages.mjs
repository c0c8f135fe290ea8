// What a release consists of besides our own code: the packages that are installed with it, and those that are compiled
// into what browsers get. A build has both: a bill of materials (CycloneDX), and the licences of what is compiled in.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The bill of materials: made by npm, narrowed to what is shipped, and the same wherever and whenever it is made. */
export function billOfMaterials(root, compiled) {
  const { name, version } = readJson(join(root, 'package.json'))
  const options = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const written = execFileSync('npm', options, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { serialNumber: _, metadata, components, dependencies, ...rest } = JSON.parse(written)
  const shipped = components.filter(
    component => !isForDevelopment(component) || compiled.includes(component.name),
  )
  const references = new Set([
    metadata.component['bom-ref'],
    ...shipped.map(component => component['bom-ref']),
  ])
  return {
    ...rest,
    metadata: { component: { ...metadata.component, name, version, type: 'application' } },
    components: shipped.map(component => ({ ...component, ...howShipped(component, compiled) })),
    dependencies: dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(each => references.has(each)) })),
  }
}

const isForDevelopment = ({ properties }) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development')

/** npm calls optional whatever is for development. */
function howShipped(component, compiled) {
  if (!isForDevelopment(component)) return {}
  const properties = [{ name: 'tollgate:compiled', value: 'true' }]
  return compiled.includes(component.name) ? { scope: 'required', properties } : {}
}

/** What has to go along with the packages that are compiled in; those that are installed bring their own. */
export function licencesOf(root, { components }, compiled) {
  const sections = components
    .filter(({ name }) => compiled.includes(name))
    .map(({ name, version }) => `${name} ${version}\n\n${licenceText(join(root, 'node_modules', name))}`)
  return `${[heading, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

const heading = 'Packages that are compiled into the pages of Tollgate, and their licences.'

/** Some packages name their licence and their author, and have no text of it. */
function licenceText(folder) {
  const found = readdirSync(folder).filter(file => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = found.sort().map(file => readFileSync(join(folder, file), 'utf8').trim())
  const { license, author } = readJson(join(folder, 'package.json'))
  return texts.length > 0 ? texts.join('\n\n') : `${license}, by ${author?.name ?? author}`
}

const readJson = path => JSON.parse(readFileSync(path, 'utf8'))
