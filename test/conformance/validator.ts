import { catalogue, operationNamed } from '../../src/contract/catalogue.ts'
import { errorAnswer } from '../../src/contract/groups/call.ts'
import { normalise } from '../../src/contract/kit/content.ts'
import { requestAt, responseAt } from '../../src/contract/kit/operation.ts'
import { type Resolved, resolve } from '../../src/contract/kit/resolve.ts'
import { fieldFindings as findingsOf, plainHttpAddresses } from '../../src/contract/kit/validate.ts'

/** The table speaks of tokens being saved, whichever of the two calls does it. */
const named = (name: string) => operationNamed(name === 'TOKENIZE' ? 'CREATE_TOKEN' : asked(name))
const asked = (name: string) => (name === 'PAYMENT_OPTIONS_INQUIRY' ? 'POST_PAYMENT_OPTIONS_INQUIRY' : name)

/** Everything that is found about single fields of a request, by the validator and by production's door. */
export function fieldFindings(name: string, version: number, body: Readonly<Record<string, unknown>>) {
  const operation = named(name)
  const content = normalise(requestAt(operation, version), body)
  const plain = plainHttpAddresses(operation, version, content)
  const refused = plain.map(({ field }) => ({ field, validationType: 'INVALID' as const }))
  return [...findingsOf(operation, version, content), ...refused]
}

/** How an answer declares a field. */
export function answerField(name: string, version: number, path: string) {
  const operation = catalogue.find(each => each.name === name) ?? named(name)
  const names = path.replaceAll('[n]', '.[]').split('.')
  // A request that could not be processed has the one error body, whatever was asked for.
  const isError = names[0] === 'error'
  let at: Resolved | undefined = isError ? resolve(errorAnswer, version) : responseAt(operation, version)
  for (const step of names) at = at && inside(at, step)
  if (at?.kind !== 'scalar') return at && { type: 'group' }
  const { name: type, min, max } = at.scalar
  return { type, min, max, values: at.values && [...at.values] }
}

function inside(type: Resolved, step: string): Resolved | undefined {
  if (type.kind === 'group') return type.names.get(step)?.type
  if (type.kind === 'list') return step === '[]' ? type.each : undefined
  return type.kind === 'dictionary' ? type.each : undefined
}
