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

/** One field of a card form: a frame of the gateway in a page of the merchant's. */
function start(): void {
  const { role, form = '', origin = '', month = '', merchant = '', version = '' } = document.body.dataset
  const control = document.getElementById('field')
  if (!isFieldRole(role) || !isControl(control) || window.parent === window) return
  window.tollgateField = { form, role, text: () => control.value }
  // The server has checked that this origin is the merchant's; nobody else hears or is heard.
  const tell = (news: FieldEvent) => window.parent.postMessage(inEnvelope(form, news), origin)
  const watch = createReporter({ role, form, month, control, send: tell })
  const obey = createCommandHandler({ role, form, month, control, send: tell, merchant, version, watch })
  window.addEventListener('message', event => {
    if (event.source !== window.parent || event.origin !== origin) return
    const order = parseCommand(form, event.data)
    if (order) obey(order)
  })
  listen(control, { tell, watch })
  tell({ news: 'ready' })
}

type Control = HTMLInputElement | HTMLSelectElement
const isControl = (element: HTMLElement | null): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

type FieldContext = {
  readonly role: FieldRole
  readonly form: string
  readonly month: string
  readonly control: Control
  readonly send: (news: FieldEvent) => void
}

/** Notices what changed of the field, and tells each thing once. */
function createReporter({ role, form, month, control, send: tell }: FieldContext) {
  const sent = new Map<string, string>()
  let rules: EntryRules = { isGrouped: true, rejectsOthers: true }
  let tellsBin = false

  function sendIfChanged(news: FieldEvent): void {
    const text = JSON.stringify(news)
    if (sent.get(news.news) === text) return
    sent.set(news.news, text)
    tell(news)
  }
  function look(): void {
    const typed = readFormValues(form)
    const validity = validateField(role, typed, month)
    control.setAttribute('aria-invalid', String(validity.hasError && control.value.trim() !== ''))
    sendIfChanged({ news: 'emptiness', isEmpty: control.value === '' })
    sendIfChanged({ news: 'validity', validity })
    if (role !== 'number') return
    const digits = control.value.replace(/[ -]/g, '')
    sendIfChanged({ news: 'cardType', cardType: cardTypeOf(digits) })
    if (tellsBin && validity.isValid) sendIfChanged({ news: 'bin', bin: digits.slice(0, 6) })
  }
  return {
    look,
    tidy(): void {
      if (control instanceof HTMLInputElement) formatInput(control, role, rules)
    },
    accept(next: EntryRules): void {
      rules = next
      this.tidy()
    },
    tellBin(): void {
      tellsBin = true
      if (control.value !== '') look()
    },
  }
}
type FieldReporter = ReturnType<typeof createReporter>

function formatInput(input: HTMLInputElement, role: FieldRole, habits: EntryRules): void {
  const before: FieldEntry = { text: input.value, caret: input.selectionStart ?? input.value.length }
  const after = formatEntry(role, before, habits)
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

type CommandContext = FieldContext & {
  readonly merchant: string
  readonly version: string
  readonly watch: FieldReporter
}

function createCommandHandler({
  form,
  month,
  control,
  send: tell,
  merchant,
  version,
  watch,
}: CommandContext) {
  const acts: CommandHandlers = {
    look: ({ situation, style }) => applyTextStyle(situation, style),
    describe: order => describeControl(control, order),
    accept: order => watch.accept(order),
    message: ({ text }) => setMessage(text),
    focus: () => control.focus(),
    tellBin: () => watch.tellBin(),
    validate: ({ call }) => tell({ news: 'validated', call, validities: validitiesOf(form, month) }),
    async update({ call, sessionId }) {
      const destination = { version, merchantId: merchant, sessionId }
      tell({ news: 'updated', call, answer: await submitCard(readFormValues(form), month, destination) })
    },
  }
  return (order: FieldCommand): void => void runCommand(acts, order.order, order)
}

type CommandHandlers = {
  readonly [name in FieldCommand['order']]: (
    order: Extract<FieldCommand, { readonly order: name }>,
  ) => unknown
}

function runCommand<Name extends FieldCommand['order']>(
  acts: CommandHandlers,
  name: Name,
  order: Extract<FieldCommand, { order: Name }>,
): void {
  acts[name](order)
}

function validitiesOf(form: string, month: string): FieldValidities {
  const typed = readFormValues(form)
  const inForm = fieldRoles.filter(role => typed[role] !== undefined)
  return Object.fromEntries(inForm.map(role => [role, validateField(role, typed, month)]))
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

/** For whoever does not see the merchant's page: read out, never shown. */
function setMessage(text: string): void {
  const message = document.getElementById('message')
  if (message) message.textContent = text
}

function listen(
  control: Control,
  { tell, watch }: { tell: (news: FieldEvent) => void; watch: FieldReporter },
): void {
  control.addEventListener('input', () => {
    watch.tidy()
    watch.look()
  })
  control.addEventListener('focus', () => tell({ news: 'focus' }))
  control.addEventListener('blur', () => tell({ news: 'blur' }))
  control.addEventListener('change', () => {
    watch.look()
    tell({ news: 'change' })
  })
  control.form?.addEventListener('submit', event => event.preventDefault())
  // A page that puts the focus on the frame means the field.
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body) control.focus()
  })
}

start()

declare global {
  interface Window {
    /** What the other fields of a form may see of this one: no other origin can. */
    tollgateField?: SiblingField
  }
}

export type SiblingField = { readonly form: string; readonly role: FieldRole; readonly text: () => string }

/**
 * What stands in the fields of this form. They are frames side by side in one page and of one origin, so they
 * see each other; nothing is stored or sent for it, and the page around them sees none of it.
 */
export function readFormValues(form: string): CardFieldValues {
  const typed: { [role in FieldRole]?: string } = {}
  const framesMax = Math.min(window.parent.length, 500)
  for (let index = 0; index < framesMax; index++) {
    const sibling = siblingIn(window.parent[index])
    if (sibling?.form === form) typed[sibling.role] = sibling.text()
  }
  return typed
}

function siblingIn(frame: Window | undefined): SiblingField | undefined {
  try {
    const sibling = frame?.tollgateField
    return sibling && isFieldRole(sibling.role) ? sibling : undefined
  } catch {
    return undefined
  }
}
