import { brandLikely } from './brands.ts'
import { dress } from './dress.ts'
import { type Entry, type Habits, tidied } from './entry.ts'
import { judge } from './judgement.ts'
import { type CardType, enveloped, type News, type Order, orderIn, type Validities } from './protocol.ts'
import { isRole, type Role, roles } from './roles.ts'
import { typedIn } from './siblings.ts'
import { submit } from './submission.ts'

/** One field of a card form: a frame of the gateway in a page of the merchant's. */
function start(): void {
  const { role, form = '', origin = '', month = '', merchant = '', version = '' } = document.body.dataset
  const control = document.getElementById('field')
  if (!isRole(role) || !isControl(control) || window.parent === window) return
  window.tollgateField = { form, role, text: () => control.value }
  // The server has checked that this origin is the merchant's; nobody else hears or is heard.
  const tell = (news: News) => window.parent.postMessage(enveloped(form, news), origin)
  const watch = watchful({ role, form, month, control, tell })
  const obey = obedient({ role, form, month, control, tell, merchant, version, watch })
  window.addEventListener('message', event => {
    if (event.source !== window.parent || event.origin !== origin) return
    const order = orderIn(form, event.data)
    if (order) obey(order)
  })
  listen(control, { tell, watch })
  tell({ news: 'ready' })
}

type Control = HTMLInputElement | HTMLSelectElement
const isControl = (element: HTMLElement | null): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

type Surroundings = {
  readonly role: Role
  readonly form: string
  readonly month: string
  readonly control: Control
  readonly tell: (news: News) => void
}

/** Notices what changed of the field, and tells each thing once. */
function watchful({ role, form, month, control, tell }: Surroundings) {
  const told = new Map<string, string>()
  let habits: Habits = { isGrouped: true, rejectsOthers: true }
  let tellsBin = false

  function once(news: News): void {
    const text = JSON.stringify(news)
    if (told.get(news.news) === text) return
    told.set(news.news, text)
    tell(news)
  }
  function look(): void {
    const typed = typedIn(form)
    const validity = judge(role, typed, month)
    control.setAttribute('aria-invalid', String(validity.hasError && control.value.trim() !== ''))
    once({ news: 'emptiness', isEmpty: control.value === '' })
    once({ news: 'validity', validity })
    if (role !== 'number') return
    const digits = control.value.replace(/[ -]/g, '')
    once({ news: 'cardType', cardType: cardTypeOf(digits) })
    if (tellsBin && validity.isValid) once({ news: 'bin', bin: digits.slice(0, 6) })
  }
  return {
    look,
    tidy(): void {
      if (control instanceof HTMLInputElement) rewrite(control, role, habits)
    },
    accept(next: Habits): void {
      habits = next
      this.tidy()
    },
    tellBin(): void {
      tellsBin = true
      if (control.value !== '') look()
    },
  }
}
type Watch = ReturnType<typeof watchful>

function rewrite(input: HTMLInputElement, role: Role, habits: Habits): void {
  const before: Entry = { text: input.value, caret: input.selectionStart ?? input.value.length }
  const after = tidied(role, before, habits)
  if (after.text === before.text) return
  input.value = after.text
  if (document.activeElement === input) input.setSelectionRange(after.caret, after.caret)
}

const prefixDigits = 8

function cardTypeOf(digits: string): CardType {
  const brand = brandLikely(digits)
  if (brand) return { status: 'SUPPORTED', brand, scheme: brand }
  return { status: digits.length < prefixDigits ? 'INSUFFICIENT_LENGTH' : 'NOT_SUPPORTED' }
}

type Obedience = Surroundings & {
  readonly merchant: string
  readonly version: string
  readonly watch: Watch
}

function obedient({ form, month, control, tell, merchant, version, watch }: Obedience) {
  const acts: Acts = {
    look: ({ situation, style }) => dress(situation, style),
    describe: order => describe(control, order),
    accept: order => watch.accept(order),
    message: ({ text }) => say(text),
    focus: () => control.focus(),
    tellBin: () => watch.tellBin(),
    validate: ({ call }) => tell({ news: 'validated', call, validities: validitiesOf(form, month) }),
    async update({ call, sessionId }) {
      const destination = { version, merchantId: merchant, sessionId }
      tell({ news: 'updated', call, answer: await submit(typedIn(form), month, destination) })
    },
  }
  return (order: Order): void => void perform(acts, order.order, order)
}

type Acts = {
  readonly [name in Order['order']]: (order: Extract<Order, { readonly order: name }>) => unknown
}

function perform<Name extends Order['order']>(
  acts: Acts,
  name: Name,
  order: Extract<Order, { order: Name }>,
): void {
  acts[name](order)
}

function validitiesOf(form: string, month: string): Validities {
  const typed = typedIn(form)
  const inForm = roles.filter(role => typed[role] !== undefined)
  return Object.fromEntries(inForm.map(role => [role, judge(role, typed, month)]))
}

function describe(control: Control, { name, placeholder }: Extract<Order, { order: 'describe' }>): void {
  if (name !== '') {
    control.setAttribute('aria-label', name)
    document.title = name
  }
  if (control instanceof HTMLInputElement) control.placeholder = placeholder
}

/** For whoever does not see the merchant's page: read out, never shown. */
function say(text: string): void {
  const message = document.getElementById('message')
  if (message) message.textContent = text
}

function listen(control: Control, { tell, watch }: { tell: (news: News) => void; watch: Watch }): void {
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
