// session.js: the gateway's fields in a merchant's card form. Global name `PaymentSession`. Every function
// takes a scope last, for pages with several forms.

import { type FieldState, type FieldStyle, roleNamed } from '../fields/protocol.ts'
import type { FieldRole } from '../fields/roles.ts'
import { membersOf, textOf, type UnknownMembers } from '../unknownValues.ts'
import type { HostedField } from './hostedField.ts'
import {
  failureAnswer,
  type HostedFieldEvent,
  type HostedForm,
  hostForm,
  type ScriptGateway,
} from './hostedForm.ts'
import { callSafely, findScriptTag, isCallback, type PageCallback, publish } from './merchantPage.ts'

const path = /\/form\/version\/(\d+)\/merchant\/([^/]+)\/session(?:\.min)?\.js$/
const gateway = gatewayOf(findScriptTag(path))

function gatewayOf(tag: HTMLScriptElement | undefined): ScriptGateway | undefined {
  if (!tag) return undefined
  const { origin, pathname } = new URL(tag.src)
  const [, version = '', merchantId = ''] = path.exec(pathname) ?? []
  return { origin, version, merchantId: decodeURIComponent(merchantId) }
}

/** What a page has requested for one of its forms, before or after it configured it. */
type Scope = {
  form: HostedForm | undefined
  callbacks: UnknownMembers
  locale: string
  readonly listeners: Listener[]
  readonly styles: Map<FieldRole, Map<FieldState, FieldStyle>>
  readonly messages: Map<FieldRole, string>
}
type Listener = {
  readonly news: EventName
  readonly role: FieldRole | undefined
  readonly callback: PageCallback
}
type EventName = HostedFieldEvent['news']

const scopes = new Map<string, Scope>()

function scopeOf(name: unknown): Scope {
  const key = textOf(name) ?? ''
  const scope = scopes.get(key) ?? {
    form: undefined,
    callbacks: {},
    locale: document.documentElement.lang,
    listeners: [],
    styles: new Map(),
    messages: new Map(),
  }
  scopes.set(key, scope)
  return scope
}

/** A second call for the same scope starts over: the page may have rendered its inputs anew. */
function configure(given: unknown, scopeName?: unknown): void {
  const configuration = membersOf(given)
  const scope = scopeOf(scopeName)
  scope.form?.remove()
  scope.form = undefined
  scope.callbacks = membersOf(configuration.callbacks)
  scope.locale = textOf(configuration.locale) ?? scope.locale
  const form = gateway
    ? hostForm({
        gateway,
        configuration,
        locale: scope.locale,
        onEvent: (field, event) => announce(scope, field, event),
      })
    : { message: 'session.js must be loaded by a script tag from the gateway.' }
  if ('message' in form) reportProblem(form.message, scope.callbacks.initialized)
  else applyEarlierRequests(scope, form)
}

/** Applies what the page requested before its form was there. */
function applyEarlierRequests(scope: Scope, form: HostedForm): void {
  scope.form = form
  for (const field of form.fields) {
    for (const [state, style] of scope.styles.get(field.role) ?? []) field.setStyle(state, style)
    const text = scope.messages.get(field.role)
    if (text !== undefined) field.send({ order: 'message', text })
  }
  if (scope.listeners.some(({ news }) => news === 'bin')) form.field('number')?.send({ order: 'tellBin' })
}

function reportProblem(message: string, callback: unknown): void {
  console.error(`PaymentSession: ${message}`)
  callSafely(callback, { ...failureAnswer(message), card: { isValid: false } })
}

function announce({ listeners }: Scope, { role, selector }: HostedField, event: HostedFieldEvent): void {
  for (const listener of [...listeners]) {
    if (listener.news !== event.news || (listener.role ?? role) !== role) continue
    callSafely(listener.callback, selector, detailOf(event) ?? role)
  }
}

function detailOf(event: HostedFieldEvent): unknown {
  if (event.news === 'validity') return event.validity
  if (event.news === 'emptiness') return { isEmpty: event.isEmpty }
  if (event.news === 'cardType') return event.cardType
  return event.news === 'bin' ? { BIN: event.bin } : undefined
}

function updateSessionFromForm(paymentType?: unknown, _localBrand?: unknown, scopeName?: unknown): void {
  const scope = scopeOf(scopeName)
  const problem = problemWith(scope, paymentType)
  if (problem === undefined) scope.form?.update()
  else reportProblem(problem, scope.callbacks.formSessionUpdate)
}

function validate(paymentType: unknown, callback: unknown, scopeName?: unknown): void {
  const scope = scopeOf(scopeName)
  const problem = problemWith(scope, paymentType)
  if (problem === undefined) scope.form?.validate(callback)
  else reportProblem(problem, callback)
}

function problemWith({ form }: Scope, paymentType: unknown): string | undefined {
  if (!form) return 'Call configure() first.'
  const isCard = paymentType === undefined || paymentType === 'card'
  return isCard ? undefined : `There is no form for the payment type '${String(paymentType)}'.`
}

const rolesIn = (names: unknown): readonly FieldRole[] =>
  (Array.isArray(names) ? names : [names]).map(roleNamed).filter(role => role !== undefined)

/** Listeners for fields by name. */
const on = (news: EventName) => (names: unknown, callback: unknown, scopeName?: unknown) => {
  for (const role of rolesIn(names)) listen(scopeOf(scopeName), { news, role, callback })
}

/** Listeners for the card number alone. */
const onCard = (news: 'cardType' | 'bin') => (callback: unknown, scopeName?: unknown) => {
  const scope = scopeOf(scopeName)
  listen(scope, { news, role: undefined, callback })
  if (news === 'bin') scope.form?.field('number')?.send({ order: 'tellBin' })
}

function listen(
  { listeners }: Scope,
  { news, role, callback }: Omit<Listener, 'callback'> & { readonly callback: unknown },
): void {
  if (!isCallback(callback)) {
    console.error('PaymentSession: a listener must be a function.')
    return
  }
  const isKnown = listeners.some(
    known => known.news === news && known.role === role && known.callback === callback,
  )
  if (!isKnown && listeners.length < listenersMax) listeners.push({ news, role, callback })
}

const listenersMax = 1_000

const setStyle = (state: FieldState) => (names: unknown, given: unknown, scopeName?: unknown) => {
  const scope = scopeOf(scopeName)
  const style: FieldStyle = Object.fromEntries(
    Object.entries(membersOf(given)).map(([name, value]) => [name, String(value)]),
  )
  for (const role of rolesIn(names)) {
    const styles = scope.styles.get(role) ?? new Map<FieldState, FieldStyle>()
    scope.styles.set(role, styles.set(state, style))
    scope.form?.field(role)?.setStyle(state, style)
  }
}

publish('PaymentSession', {
  configure,
  updateSessionFromForm,
  validate,
  onBlur: on('blur'),
  onFocus: on('focus'),
  onChange: on('change'),
  onMouseOver: on('mouseOver'),
  onMouseOut: on('mouseOut'),
  onValidityChange: on('validity'),
  onEmptinessChange: on('emptiness'),
  onCardTypeChange: onCard('cardType'),
  onCardBINChange: onCard('bin'),
  setFocus(name: unknown, scopeName?: unknown): void {
    for (const role of rolesIn(name)) scopeOf(scopeName).form?.field(role)?.focus()
  },
  setFocusStyle: setStyle('focus'),
  setHoverStyle: setStyle('hover'),
  setPlaceholderStyle: setStyle('placeholder'),
  setPlaceholderShownStyle: setStyle('placeholderShown'),
  setMessage(name: unknown, message: unknown, scopeName?: unknown): void {
    const scope = scopeOf(scopeName)
    const text = String(message ?? '')
    for (const role of rolesIn(name)) {
      scope.messages.set(role, text)
      scope.form?.field(role)?.send({ order: 'message', text })
    }
  },
  /** For the next form: the language of accessible names that the page does not give. */
  setLocale(locale: unknown, scopeName?: unknown): void {
    scopeOf(scopeName).locale = textOf(locale) ?? ''
  },
})
