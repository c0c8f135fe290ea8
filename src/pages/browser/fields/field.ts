// The script of one hosted field: a frame of the gateway in a card form of the merchant's page.

import { type EntryRules, type FieldEntry, formatEntry, likelyBrand } from './formatting.ts'
import {
  type CardType,
  type FieldCommand,
  type FieldEvent,
  type FieldValidities,
  inEnvelope,
  parseCommand,
} from './protocol.ts'
import { type FieldRole, fieldRoles, isFieldRole } from './roles.ts'
import { type CardFieldValues, submitCard, validateField } from './submission.ts'
import { applyTextStyle } from './textStyle.ts'

function start(): void {
  const { role, form = '', origin = '', month = '', merchant = '', version = '' } = document.body.dataset
  const control = document.getElementById('field')
  if (!isFieldRole(role) || !isControl(control) || window.parent === window) return
  window.tollgateField = { form, role, text: () => control.value }
  // The server has checked that this origin is the merchant's; messages go to and come from it only.
  const send = (event: FieldEvent) => window.parent.postMessage(inEnvelope(form, event), origin)
  const reporter = createReporter({ role, form, month, control, send })
  const handle = createCommandHandler({ role, form, month, control, send, merchant, version, reporter })
  window.addEventListener('message', event => {
    if (event.source !== window.parent || event.origin !== origin) return
    const command = parseCommand(form, event.data)
    if (command) handle(command)
  })
  listen(control, { send, reporter })
  send({ news: 'ready', name: document.title })
}

type Control = HTMLInputElement | HTMLSelectElement
const isControl = (element: HTMLElement | null): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

type FieldContext = {
  readonly role: FieldRole
  readonly form: string
  readonly month: string
  readonly control: Control
  readonly send: (event: FieldEvent) => void
}

/** Reports the state of the field to the page, each part only when it has changed. */
function createReporter({ role, form, month, control, send }: FieldContext) {
  const sent = new Map<string, string>()
  let rules: EntryRules = { isGrouped: true, rejectsOthers: true }
  let isBinWanted = false

  function sendIfChanged(event: FieldEvent): void {
    const text = JSON.stringify(event)
    if (sent.get(event.news) === text) return
    sent.set(event.news, text)
    send(event)
  }
  function report(): void {
    const validity = validateField(role, readFormValues(form), month)
    control.setAttribute('aria-invalid', String(validity.hasError && control.value.trim() !== ''))
    sendIfChanged({ news: 'emptiness', isEmpty: control.value === '' })
    sendIfChanged({ news: 'validity', validity })
    if (role !== 'number') return
    const digits = control.value.replace(/[ -]/g, '')
    sendIfChanged({ news: 'cardType', cardType: cardTypeOf(digits) })
    if (isBinWanted && validity.isValid) sendIfChanged({ news: 'bin', bin: digits.slice(0, 6) })
  }
  return {
    report,
    format(): void {
      if (control instanceof HTMLInputElement) formatInput(control, role, rules)
    },
    accept(next: EntryRules): void {
      rules = next
      this.format()
    },
    tellBin(): void {
      isBinWanted = true
      if (control.value !== '') report()
    },
  }
}
type FieldReporter = ReturnType<typeof createReporter>

function formatInput(input: HTMLInputElement, role: FieldRole, rules: EntryRules): void {
  const before: FieldEntry = { text: input.value, caret: input.selectionStart ?? input.value.length }
  const after = formatEntry(role, before, rules)
  if (after.text === before.text) return
  input.value = after.text
  if (document.activeElement === input) input.setSelectionRange(after.caret, after.caret)
}

const prefixDigits = 8

function cardTypeOf(digits: string): CardType {
  const brand = likelyBrand(digits)
  if (brand) return { status: 'SUPPORTED', brand, scheme: brand }
  return { status: digits.length < prefixDigits ? 'INSUFFICIENT_LENGTH' : 'NOT_SUPPORTED' }
}

type FieldCommandContext = FieldContext & {
  readonly merchant: string
  readonly version: string
  readonly reporter: FieldReporter
}

function createCommandHandler({
  form,
  month,
  control,
  send,
  merchant,
  version,
  reporter,
}: FieldCommandContext) {
  const handlers: CommandHandlers = {
    look: ({ situation, style }) => applyTextStyle(situation, style),
    describe: command => describeControl(control, command),
    accept: rules => reporter.accept(rules),
    message: ({ text }) => setMessage(text),
    focus: () => control.focus(),
    tellBin: () => reporter.tellBin(),
    validate: ({ call }) => send({ news: 'validated', call, validities: validitiesOf(form, month) }),
    async update({ call, sessionId }) {
      const target = { version, merchantId: merchant, sessionId }
      send({ news: 'updated', call, answer: await submitCard(readFormValues(form), month, target) })
    },
  }
  return (command: FieldCommand): void => void runCommand(handlers, command.order, command)
}

type CommandHandlers = {
  readonly [name in FieldCommand['order']]: (
    command: Extract<FieldCommand, { readonly order: name }>,
  ) => unknown
}

function runCommand<Name extends FieldCommand['order']>(
  handlers: CommandHandlers,
  name: Name,
  command: Extract<FieldCommand, { order: Name }>,
): void {
  handlers[name](command)
}

function validitiesOf(form: string, month: string): FieldValidities {
  const values = readFormValues(form)
  const inForm = fieldRoles.filter(role => values[role] !== undefined)
  return Object.fromEntries(inForm.map(role => [role, validateField(role, values, month)]))
}

function describeControl(
  control: Control,
  { name, placeholder }: Extract<FieldCommand, { order: 'describe' }>,
): void {
  if (name !== '') {
    control.setAttribute('aria-label', name)
    document.title = name
  }
  if (control instanceof HTMLInputElement) control.placeholder = placeholder
}

/** For screen readers only: read out, never shown. */
function setMessage(text: string): void {
  const message = document.getElementById('message')
  if (message) message.textContent = text
}

function listen(
  control: Control,
  { send, reporter }: { send: FieldContext['send']; reporter: FieldReporter },
): void {
  control.addEventListener('input', () => {
    reporter.format()
    reporter.report()
  })
  control.addEventListener('focus', () => send({ news: 'focus' }))
  control.addEventListener('blur', () => send({ news: 'blur' }))
  control.addEventListener('change', () => {
    reporter.report()
    send({ news: 'change' })
  })
  control.form?.addEventListener('submit', event => event.preventDefault())
  // A page that focuses the frame means the field.
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body) control.focus()
  })
}

declare global {
  interface Window {
    /** What the other fields of the form read of this one; no other origin can. */
    tollgateField?: SiblingField
  }
}

type SiblingField = { readonly form: string; readonly role: FieldRole; readonly text: () => string }

/**
 * The values of all fields of this form. They are frames of one origin in one page, so they can read each
 * other; nothing is stored or sent for that, and the page around them sees none of it.
 */
function readFormValues(form: string): CardFieldValues {
  const values: { [role in FieldRole]?: string } = {}
  const framesMax = Math.min(window.parent.length, 500)
  for (let index = 0; index < framesMax; index++) {
    const sibling = siblingIn(window.parent[index])
    if (sibling?.form === form) values[sibling.role] = sibling.text()
  }
  return values
}

function siblingIn(frame: Window | undefined): SiblingField | undefined {
  try {
    const sibling = frame?.tollgateField
    return sibling && isFieldRole(sibling.role) ? sibling : undefined
  } catch {
    return undefined
  }
}

start()
