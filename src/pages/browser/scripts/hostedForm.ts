import type { FieldEvent, FieldValidities, FieldValidity } from '../fields/protocol.ts'
import { type FieldRole, fieldRoles } from '../fields/roles.ts'
import { createFieldCalls, runInTurn } from './calls.ts'
import { callSafely, membersOf, randomId, textOf, type UnknownMembers } from './given.ts'
import { followInputStyles, listenToFields } from './hearing.ts'
import { type HostedField, hostField } from './hostedField.ts'
import { type CardFormProblem, type CardInput, findInputs } from './inputs.ts'

/** The gateway's fields of one card form in the page. */
export type HostedForm = {
  readonly field: (role: FieldRole) => HostedField | undefined
  readonly fields: readonly HostedField[]
  readonly update: () => void
  readonly validate: (callback: unknown) => void
  readonly remove: () => void
}

export type ScriptGateway = { readonly origin: string; readonly version: string; readonly merchantId: string }

export type HostedFormOptions = {
  readonly gateway: ScriptGateway
  readonly configuration: UnknownMembers
  readonly locale: string
  /** Of fields, for those who listen. */
  readonly onEvent: (field: HostedField, news: HostedFieldEvent) => void
}
export type HostedFieldEvent = FieldEvent | { readonly news: 'mouseOver' | 'mouseOut' }

export function hostForm(options: HostedFormOptions): HostedForm | CardFormProblem {
  const { gateway: home, configuration, onEvent: onNews } = options
  const inputs = findInputs(configuration)
  if ('message' in inputs) return inputs
  const form = randomId()
  const { initialized, formSessionUpdate } = membersOf(configuration.callbacks)
  let sessionId = textOf(configuration.session)
  const start = createStartReport(home, answer =>
    callSafely(initialized, { ...sessionMember(sessionId), ...answer }),
  )
  const fields = inputs.map(input => createField(options, form, { ...input, onMissing: start.fail }))
  const [leader] = [...fields].sort(
    (one, other) => fieldRoles.indexOf(one.role) - fieldRoles.indexOf(other.role),
  )
  const calls = createFieldCalls(order => leader?.send(order))
  const stopHearing = listenToFields({
    origin: home.origin,
    form,
    fields,
    onEvent(field, news) {
      calls.settle(news)
      onNews(field, news)
      if (news.news === 'ready' && fields.every(each => each.isReady())) start.succeed()
    },
  })
  const stopFollowing = followInputStyles(fields)
  return {
    fields,
    field: role => fields.find(field => field.role === role),
    update: runInTurn(async () => {
      const answer = await calls.update(sessionId)
      sessionId = textOf(membersOf(answer.session).id) ?? sessionId
      callSafely(formSessionUpdate, { version: home.version, ...sessionMember(sessionId), ...answer })
    }),
    validate: callback =>
      void calls.validate().then(validities => callSafely(callback, { card: summarize(fields, validities) })),
    remove() {
      start.forget()
      stopHearing()
      stopFollowing()
      for (const field of fields) field.remove()
    },
  }
}

const sessionMember = (id: string | undefined): UnknownMembers =>
  id === undefined ? {} : { session: { id } }

/** How the form began: told once, whatever comes first. */
function createStartReport(home: ScriptGateway, tell: (answer: UnknownMembers) => void) {
  let isOver = false
  function end(answer: UnknownMembers): void {
    if (isOver) return
    forget()
    tell(answer)
  }
  function fail(): void {
    if (!isOver) console.error(`PaymentSession: ${missingFieldsText(home)}`)
    end(failureAnswer(missingFieldsText(home)))
  }
  function forget(): void {
    isOver = true
    clearTimeout(timer)
  }
  const timer = setTimeout(fail, readyTimeoutMs)
  return { fail, forget, succeed: () => end({ status: 'ok', message: 'The fields are ready.' }) }
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

/** All fields that were configured, whether or not the payer has touched them. */
function summarize(fields: readonly HostedField[], validities: FieldValidities): UnknownMembers {
  const results = fields.map(
    ({ role, selector }) => [role, { ...(validities[role] ?? unknownValidity), selector }] as const,
  )
  return { isValid: results.every(([, { isValid }]) => isValid), ...Object.fromEntries(results) }
}

const unknownValidity: FieldValidity = { isValid: false, isIncomplete: true, hasError: true }

type FieldPlacement = CardInput & { readonly onMissing: () => void }

function createField(
  { gateway: home, locale, configuration, onEvent: onNews }: HostedFormOptions,
  form: string,
  place: FieldPlacement,
): HostedField {
  const address = new URL(`/form/field/${place.role}`, home.origin)
  const { version, merchantId } = home
  const about = { merchantId, version, origin: location.origin, form }
  for (const [name, value] of Object.entries(about)) address.searchParams.set(name, value)
  const field: HostedField = hostField({
    ...place,
    form,
    address,
    locale,
    onHover: news => onNews(field, { news }),
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
