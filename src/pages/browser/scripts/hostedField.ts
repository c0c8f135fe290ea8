import { enveloped, type News, type Order, type Situation, type Style } from '../fields/protocol.ts'
import type { Role } from '../fields/roles.ts'
import { nameOf } from '../fields/words.ts'
import { createCoat } from './coat.ts'
import { createMailbox } from './mailbox.ts'
import { textOf } from './mirror.ts'
import { followLabels, guiseOf, hide, nameOfInput, type OwnInput, placeholderOf } from './replacement.ts'

/** One of the merchant's inputs, with a field of the gateway in its place. */
export type HostedField = {
  readonly role: Role
  readonly selector: string
  readonly isReady: () => boolean
  readonly isFrom: (source: MessageEventSource | null) => boolean
  readonly send: (order: Order) => void
  readonly wear: (situation: Situation, style: Style) => void
  /** The merchant's page may have changed how its input looks. */
  readonly repaint: () => void
  readonly hear: (news: News) => void
  readonly focus: () => void
  /** Gives the merchant its input back. */
  readonly remove: () => void
}

export type Host = {
  readonly element: OwnInput
  readonly role: Role
  readonly selector: string
  readonly form: string
  /** Address of the field, but for how it shows itself. */
  readonly address: URL
  readonly locale: string
  readonly onHover: (event: 'mouseOver' | 'mouseOut') => void
  /** Something was loaded, but not the field. */
  readonly onAbsence: () => void
}

export function hostField(host: Host): HostedField {
  const { element, role, selector } = host
  const name = nameOfInput(element) || nameOf(role, host.locale)
  const frame = frameFor(host, name)
  const coat = createCoat(element, frame)
  const restore = hide(element)
  const { send, open, isOpen } = createMailbox(order => post(host, frame, order))
  const repaint = () => {
    coat.repaint()
    send({ order: 'look', situation: 'always', style: textOf(element) })
  }
  const focus = () => send({ order: 'focus' })
  send({ order: 'describe', name, placeholder: placeholderOf(element) })
  watch(frame, {
    onHover(isOver) {
      coat.become('hover', isOver)
      host.onHover(isOver ? 'mouseOver' : 'mouseOut')
    },
    onLoad: () => isOpen() || host.onAbsence(),
  })
  const forgetLabels = followLabels(element, focus)
  element.after(frame)
  repaint()
  return {
    role,
    selector,
    isReady: isOpen,
    isFrom: source => source !== null && source === frame.contentWindow,
    send,
    wear(situation, style) {
      coat.wear(situation, style)
      send({ order: 'look', situation, style })
    },
    repaint,
    hear(news) {
      if (news.news === 'ready') open()
      if (news.news === 'focus' || news.news === 'blur') coat.become('focus', news.news === 'focus')
      if (news.news === 'emptiness') coat.become('placeholderShown', news.isEmpty)
    },
    focus,
    remove() {
      forgetLabels()
      frame.remove()
      restore()
    },
  }
}

function post({ form, address }: Host, frame: HTMLIFrameElement, order: Order): void {
  // Some browsers let nobody but the page itself move the focus into a frame.
  if (order.order === 'focus') frame.focus()
  frame.contentWindow?.postMessage(enveloped(form, order), address.origin)
}

/** From when something is loaded until the field says that it is there. */
const startPatienceMs = 3_000

function frameFor({ element, address, role, locale }: Host, name: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const source = new URL(address)
  source.searchParams.set('as', guiseOf(element))
  if (locale !== '') source.searchParams.set('locale', locale.slice(0, 35))
  frame.src = source.href
  frame.title = name
  frame.className = `gateway-field gateway-field-${role}`
  frame.setAttribute('scrolling', 'no')
  const tabIndex = element.getAttribute('tabindex')
  if (tabIndex !== null) frame.setAttribute('tabindex', tabIndex)
  return frame
}

type Watch = { readonly onHover: (isOver: boolean) => void; readonly onLoad: () => unknown }

function watch(frame: HTMLIFrameElement, { onHover, onLoad }: Watch): void {
  frame.addEventListener('mouseenter', () => onHover(true))
  frame.addEventListener('mouseleave', () => onHover(false))
  frame.addEventListener('load', () => setTimeout(onLoad, startPatienceMs))
}
