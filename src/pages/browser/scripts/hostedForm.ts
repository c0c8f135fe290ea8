import type { News, Validities, Validity } from '../fields/protocol.ts'
import { type Role, roles } from '../fields/roles.ts'
import { inTurn, pendingCalls } from './calls.ts'
import { call, type Members, membersOf, randomName, textOf } from './given.ts'
import { followLooks, hearFields } from './hearing.ts'
import { type HostedField, hostField } from './hostedField.ts'
import { type Input, inputsIn, type Refusal } from './inputs.ts'

/** The gateway's fields of one card form in the page. */
export type HostedForm = {
  readonly field: (role: Role) => HostedField | undefined
  readonly fields: readonly HostedField[]
  readonly update: () => void
  readonly validate: (callback: unknown) => void
  readonly remove: () => void
}

export type Home = { readonly origin: string; readonly version: string; readonly merchantId: string }

export type FormParts = {
  readonly home: Home
  readonly configuration: Members
  readonly locale: string
  /** Of fields, for those who listen. */
  readonly onNews: (field: HostedField, news: FieldNews) => void
}
export type FieldNews = News | { readonly news: 'mouseOver' | 'mouseOut' }

export function hostForm(parts: FormParts): HostedForm | Refusal {
  const { home, configuration, onNews } = parts
  const inputs = inputsIn(configuration)
  if ('message' in inputs) return inputs
  const form = randomName()
  const { initialized, formSessionUpdate } = membersOf(configuration.callbacks)
  let sessionId = textOf(configuration.session)
  const start = starting(home, answer => call(initialized, { ...sessionMember(sessionId), ...answer }))
  const fields = inputs.map(input => fieldFor(parts, form, { ...input, onAbsence: start.fail }))
  const [leader] = [...fields].sort((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role))
  const calls = pendingCalls(order => leader?.send(order))
  const stopHearing = hearFields({
    origin: home.origin,
    form,
    fields,
    hear(field, news) {
      calls.settle(news)
      onNews(field, news)
      if (news.news === 'ready' && fields.every(each => each.isReady())) start.succeed()
    },
  })
  const stopFollowing = followLooks(fields)
  return {
    fields,
    field: role => fields.find(field => field.role === role),
    update: inTurn(async () => {
      const answer = await calls.update(sessionId)
      sessionId = textOf(membersOf(answer.session).id) ?? sessionId
      call(formSessionUpdate, { version: home.version, ...sessionMember(sessionId), ...answer })
    }),
    validate: callback =>
      void calls.validate().then(validities => call(callback, { card: summary(fields, validities) })),
    remove() {
      start.forget()
      stopHearing()
      stopFollowing()
      for (const field of fields) field.remove()
    },
  }
}

const sessionMember = (id: string | undefined): Members => (id === undefined ? {} : { session: { id } })

/** How the form began: told once, whatever comes first. */
function starting(home: Home, tell: (answer: Members) => void) {
  let isOver = false
  function end(answer: Members): void {
    if (isOver) return
    forget()
    tell(answer)
  }
  function fail(): void {
    if (!isOver) console.error(`PaymentSession: ${absence(home)}`)
    end(failure(absence(home)))
  }
  function forget(): void {
    isOver = true
    clearTimeout(timer)
  }
  const timer = setTimeout(fail, readyPatienceMs)
  return { fail, forget, succeed: () => end({ status: 'ok', message: 'The fields are ready.' }) }
}

const readyPatienceMs = 15_000

const absence = ({ origin }: Home): string =>
  `The fields did not appear. Is ${origin} reachable, and does it know ${location.origin} to be ` +
  'an origin of this merchant?'

export const failure = (message: string): Members => ({
  status: 'system_error',
  message,
  errors: { message },
})

/** All fields that were configured, whether or not the payer has touched them. */
function summary(fields: readonly HostedField[], validities: Validities): Members {
  const results = fields.map(
    ({ role, selector }) => [role, { ...(validities[role] ?? unknown), selector }] as const,
  )
  return { isValid: results.every(([, { isValid }]) => isValid), ...Object.fromEntries(results) }
}

const unknown: Validity = { isValid: false, isIncomplete: true, hasError: true }

type Place = Input & { readonly onAbsence: () => void }

function fieldFor(
  { home, locale, configuration, onNews }: FormParts,
  form: string,
  place: Place,
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
