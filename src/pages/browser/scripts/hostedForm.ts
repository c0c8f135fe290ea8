// One card form of a merchant's page: its inputs are replaced by the gateway's fields.

import {
  type FieldCommand,
  type FieldEvent,
  type FieldValidities,
  type FieldValidity,
  parseEvent,
  roleNamed,
  type UpdateAnswer,
} from '../fields/protocol.ts'
import { type FieldRole, fieldRoles } from '../fields/roles.ts'
import { membersOf, textOf, type UnknownMembers } from '../unknownValues.ts'
import { type HostedField, hostField, isMerchantInput, type MerchantInput } from './hostedField.ts'
import { callSafely, randomId } from './merchantPage.ts'

export type HostedForm = {
  readonly field: (role: FieldRole) => HostedField | undefined
  readonly fields: readonly HostedField[]
  readonly update: () => void
  readonly validate: (callback: unknown) => void
  readonly remove: () => void
}

export type ScriptGateway = { readonly origin: string; readonly version: string; readonly merchantId: string }

type HostedFormOptions = {
  readonly gateway: ScriptGateway
  readonly configuration: UnknownMembers
  readonly locale: string
  readonly onEvent: (field: HostedField, event: HostedFieldEvent) => void
}
export type HostedFieldEvent = FieldEvent | { readonly news: 'mouseOver' | 'mouseOut' }

export function hostForm(options: HostedFormOptions): HostedForm | CardFormProblem {
  const { gateway, configuration, onEvent } = options
  const inputs = findInputs(configuration)
  if ('message' in inputs) return inputs
  const form = randomId()
  const { initialized, formSessionUpdate } = membersOf(configuration.callbacks)
  let sessionId = textOf(configuration.session)
  const start = createStartReport(gateway, answer =>
    callSafely(initialized, { ...sessionMember(sessionId), ...answer }),
  )
  const fields = inputs.map(input => createField(options, form, { ...input, onMissing: start.fail }))
  // One field answers for all, since the fields can read each other.
  const [primary] = [...fields].sort(
    (one, other) => fieldRoles.indexOf(one.role) - fieldRoles.indexOf(other.role),
  )
  const calls = createFieldCalls(command => primary?.send(command))
  const stopListening = listenToFields({
    origin: gateway.origin,
    form,
    fields,
    onEvent(field, event) {
      calls.settle(event)
      onEvent(field, event)
      if (event.news === 'ready' && fields.every(each => each.isReady())) start.succeed()
    },
  })
  const stopFollowing = followInputStyles(fields)
  return {
    fields,
    field: role => fields.find(field => field.role === role),
    update: runInTurn(async () => {
      const answer = await calls.update(sessionId)
      sessionId = textOf(membersOf(answer.session).id) ?? sessionId
      callSafely(formSessionUpdate, { version: gateway.version, ...sessionMember(sessionId), ...answer })
    }),
    validate: callback =>
      void calls.validate().then(validities => callSafely(callback, { card: summarize(fields, validities) })),
    remove() {
      start.cancel()
      stopListening()
      stopFollowing()
      for (const field of fields) field.remove()
    },
  }
}

const sessionMember = (id: string | undefined): UnknownMembers =>
  id === undefined ? {} : { session: { id } }

/** Reports once whether the form is ready, whatever comes first: success, failure or the timeout. */
function createStartReport(gateway: ScriptGateway, report: (answer: UnknownMembers) => void) {
  let isOver = false
  function end(answer: UnknownMembers): void {
    if (isOver) return
    cancel()
    report(answer)
  }
  function fail(): void {
    if (!isOver) console.error(`PaymentSession: ${missingFieldsText(gateway)}`)
    end(failureAnswer(missingFieldsText(gateway)))
  }
  function cancel(): void {
    isOver = true
    clearTimeout(timer)
  }
  const timer = setTimeout(fail, readyTimeoutMs)
  return { fail, cancel, succeed: () => end({ status: 'ok', message: 'The fields are ready.' }) }
}

const readyTimeoutMs = 15_000

const missingFieldsText = ({ origin }: ScriptGateway): string =>
  `The fields did not appear. Is ${origin} reachable, and does it know ${location.origin} to be ` +
  'an origin of this merchant?'

export const failureAnswer = (message: string): UnknownMembers => ({
  status: 'system_error',
  message,
  errors: { message },
})

/** Of all fields that were configured, whether or not the payer has touched them. */
function summarize(fields: readonly HostedField[], validities: FieldValidities): UnknownMembers {
  const results = fields.map(
    ({ role, selector }) => [role, { ...(validities[role] ?? unknownValidity), selector }] as const,
  )
  return { isValid: results.every(([, { isValid }]) => isValid), ...Object.fromEntries(results) }
}

const unknownValidity: FieldValidity = { isValid: false, isIncomplete: true, hasError: true }

type CreatedField = CardInput & { readonly onMissing: () => void }

function createField(
  { gateway, locale, configuration, onEvent }: HostedFormOptions,
  form: string,
  input: CreatedField,
): HostedField {
  const address = new URL(`/form/field/${input.role}`, gateway.origin)
  const { version, merchantId } = gateway
  const query = { merchantId, version, origin: location.origin, form }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const field: HostedField = hostField({
    ...input,
    form,
    address,
    locale,
    onHover: news => onEvent(field, { news }),
  })
  const { formatCard, invalidFieldCharacters } = membersOf(
    membersOf(configuration.interaction).displayControl,
  )
  field.send({
    order: 'accept',
    isGrouped: formatCard === undefined || formatCard === 'EMBOSSED',
    rejectsOthers: invalidFieldCharacters !== 'ALLOW',
  })
  return field
}

/** An input of the merchant's that a field of the gateway replaces. */
type CardInput = {
  readonly role: FieldRole
  readonly selector: string
  readonly element: MerchantInput
}

/** Why there can be no form. */
type CardFormProblem = { readonly message: string }

/** By `fields.card`, or by `fields` itself as older pages write it. */
function findInputs({ fields }: UnknownMembers): readonly CardInput[] | CardFormProblem {
  const given = membersOf(fields)
  const inputs = new Map<FieldRole, CardInput>()
  for (const [name, selector] of Object.entries(membersOf(given.card ?? given))) {
    const role = roleNamed(name)
    if (role === undefined || typeof selector !== 'string' || inputs.has(role)) continue
    const element = findElement(selector)
    if (!isMerchantInput(element))
      return { message: `There is no input or select for '${selector}' in the page.` }
    inputs.set(role, { role, selector, element })
  }
  return inputs.size > 0 ? [...inputs.values()] : { message: 'configure() needs fields.card.' }
}

function findElement(selector: string): Element | null {
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}

/** Commands that a field answers. One that does not answer in time was removed from the page. */
type FieldCalls = {
  readonly validate: () => Promise<FieldValidities>
  readonly update: (sessionId: string | undefined) => Promise<UpdateAnswer>
  /** Takes the field's events, which may be answers. */
  readonly settle: (event: FieldEvent) => void
}

export function createFieldCalls(send: (command: FieldCommand) => void): FieldCalls {
  const pending = new Map<number, (answer: FieldEvent | undefined) => void>()
  let count = 0

  function ask(
    commandOf: (call: number) => FieldCommand,
    timeoutMs: number,
  ): Promise<FieldEvent | undefined> {
    const call = ++count
    return new Promise(resolve => {
      const timer = setTimeout(() => settle(undefined), timeoutMs)
      const settle = (answer: FieldEvent | undefined) => {
        clearTimeout(timer)
        pending.delete(call)
        resolve(answer)
      }
      pending.set(call, settle)
      send(commandOf(call))
    })
  }
  return {
    async validate() {
      const answer = await ask(call => ({ order: 'validate', call }), 20_000)
      return answer?.news === 'validated' ? answer.validities : {}
    },
    async update(sessionId) {
      const session = sessionId === undefined ? {} : { sessionId }
      const answer = await ask(call => ({ order: 'update', call, ...session }), 45_000)
      return answer?.news === 'updated' ? answer.answer : noAnswer
    },
    settle(event) {
      if (event.news === 'validated' || event.news === 'updated') pending.get(event.call)?.(event)
    },
  }
}

const noAnswerText = 'The fields did not answer.'
const noAnswer: UpdateAnswer = {
  status: 'request_timeout',
  message: noAnswerText,
  errors: { message: noAnswerText },
}

/** Runs one after the other; requests during a run are answered by one more run, not by many. */
function runInTurn(action: () => Promise<void>): () => void {
  let running = 0
  async function run(): Promise<void> {
    while (running > 0) {
      await action()
      running--
    }
  }
  return () => {
    if (running >= runsMax) return
    running++
    if (running === 1) void run()
  }
}

/** The one under way, and one more with what was typed since. */
const runsMax = 2

type FieldListener = {
  readonly origin: string
  readonly form: string
  readonly fields: readonly HostedField[]
  readonly onEvent: (field: HostedField, event: FieldEvent) => void
}

/** Accepts messages of the gateway's own frames of this form only. Returns a function that stops it. */
function listenToFields({ origin, form, fields, onEvent }: FieldListener): () => void {
  const listener = (message: MessageEvent<unknown>) => {
    if (message.origin !== origin) return
    const field = fields.find(each => each.isFrom(message.source))
    const event = field && parseEvent(form, message.data)
    if (!event) return
    field.handle(event)
    onEvent(field, event)
  }
  window.addEventListener('message', listener)
  return () => window.removeEventListener('message', listener)
}

/** The page may restyle its inputs at any time; the fields follow. Returns a function that stops it. */
function followInputStyles(fields: readonly HostedField[]): () => void {
  let isDue = false
  function restyleSoon(): void {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      for (const field of fields) field.restyle()
    }, 50)
  }
  const observer = new MutationObserver(restyleSoon)
  observer.observe(document.documentElement, { subtree: true, attributeFilter: ['class', 'style', 'dir'] })
  window.addEventListener('resize', restyleSoon)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', restyleSoon)
  }
}
