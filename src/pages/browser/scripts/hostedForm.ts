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
import { type HostedField, hostField, isMerchantInput, type MerchantInput } from './hostedField.ts'
import { callSafely, membersOf, randomId, textOf, type UnknownMembers } from './merchantPage.ts'

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

/** Which of the merchant's inputs a field of the gateway takes the place of. */
export type CardInput = {
  readonly role: FieldRole
  readonly selector: string
  readonly element: MerchantInput
}

/** Why a form cannot be; there is then none. */
export type CardFormProblem = { readonly message: string }

/** By `fields.card`, or as older pages say it, by `fields` itself. */
export function findInputs({ fields }: UnknownMembers): readonly CardInput[] | CardFormProblem {
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

/** Questions to a field, and its answers. A field that does not answer was taken from the page. */
export type FieldCalls = {
  readonly validate: () => Promise<FieldValidities>
  readonly update: (sessionId: string | undefined) => Promise<UpdateAnswer>
  readonly settle: (news: FieldEvent) => void
}

export function createFieldCalls(send: (order: FieldCommand) => void): FieldCalls {
  const pending = new Map<number, (news: FieldEvent | undefined) => void>()
  let count = 0

  function ask(orderOf: (call: number) => FieldCommand, patienceMs: number): Promise<FieldEvent | undefined> {
    const call = ++count
    return new Promise(resolve => {
      const timer = setTimeout(() => settled(undefined), patienceMs)
      const settled = (news: FieldEvent | undefined) => {
        clearTimeout(timer)
        pending.delete(call)
        resolve(news)
      }
      pending.set(call, settled)
      send(orderOf(call))
    })
  }
  return {
    async validate() {
      const news = await ask(call => ({ order: 'validate', call }), 20_000)
      return news?.news === 'validated' ? news.validities : {}
    },
    async update(sessionId) {
      const own = sessionId === undefined ? {} : { sessionId }
      const news = await ask(call => ({ order: 'update', call, ...own }), 45_000)
      return news?.news === 'updated' ? news.answer : noAnswer
    },
    settle(news) {
      if (news.news === 'validated' || news.news === 'updated') pending.get(news.call)?.(news)
    },
  }
}

const noAnswerText = 'The fields did not answer.'
const noAnswer: UpdateAnswer = { status: 'request_timeout', noAnswerText, errors: { noAnswerText } }

/** One after the other; whoever asks again meanwhile is answered by one more run, not by many. */
export function runInTurn(act: () => Promise<void>): () => void {
  let running = 0
  async function run(): Promise<void> {
    while (running > 0) {
      await act()
      running--
    }
  }
  return () => {
    if (running >= runsMax) return
    running++
    if (running === 1) void run()
  }
}

/** The one under way, and one with what was typed since. */
const runsMax = 2

export type FieldListener = {
  readonly origin: string
  readonly form: string
  readonly fields: readonly HostedField[]
  readonly onEvent: (field: HostedField, news: FieldEvent) => void
}

/** Only the gateway's own frames of this form are heard. Answers how to stop. */
export function listenToFields({ origin, form, fields, onEvent: hear }: FieldListener): () => void {
  const listener = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin) return
    const field = fields.find(each => each.isFrom(event.source))
    const news = field && parseEvent(form, event.data)
    if (!news) return
    field.handle(news)
    hear(field, news)
  }
  window.addEventListener('message', listener)
  return () => window.removeEventListener('message', listener)
}

/** A merchant's script may restyle its inputs whenever it likes; the fields follow. Answers how to stop. */
export function followInputStyles(fields: readonly HostedField[]): () => void {
  let isDue = false
  function repaintSoon(): void {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      for (const field of fields) field.restyle()
    }, 50)
  }
  const observer = new MutationObserver(repaintSoon)
  observer.observe(document.documentElement, { subtree: true, attributeFilter: ['class', 'style', 'dir'] })
  window.addEventListener('resize', repaintSoon)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', repaintSoon)
  }
}
