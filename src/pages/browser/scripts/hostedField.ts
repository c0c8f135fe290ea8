import {
  type FieldCommand,
  type FieldEvent,
  type FieldState,
  type FieldStyle,
  inEnvelope,
} from '../fields/protocol.ts'
import type { FieldRole } from '../fields/roles.ts'
import { defaultFieldName } from '../fields/words.ts'
import { createFrameStyle } from './coat.ts'
import { createCommandQueue } from './mailbox.ts'
import { textStyleOf } from './mirror.ts'
import {
  accessibleName,
  displayOf,
  followLabels,
  hideInput,
  type MerchantInput,
  placeholderOf,
} from './replacement.ts'

/** One of the merchant's inputs, with a field of the gateway in its place. */
export type HostedField = {
  readonly role: FieldRole
  readonly selector: string
  readonly isReady: () => boolean
  readonly isFrom: (source: MessageEventSource | null) => boolean
  readonly send: (order: FieldCommand) => void
  readonly setStyle: (situation: FieldState, style: FieldStyle) => void
  /** The merchant's page may have changed how its input looks. */
  readonly restyle: () => void
  readonly handle: (news: FieldEvent) => void
  readonly focus: () => void
  /** Gives the merchant its input back. */
  readonly remove: () => void
}

export type HostedFieldOptions = {
  readonly element: MerchantInput
  readonly role: FieldRole
  readonly selector: string
  readonly form: string
  /** Address of the field, but for how it shows itself. */
  readonly address: URL
  readonly locale: string
  readonly onHover: (event: 'mouseOver' | 'mouseOut') => void
  /** Something was loaded, but not the field. */
  readonly onMissing: () => void
}

export function hostField(options: HostedFieldOptions): HostedField {
  const { element, role, selector } = options
  const name = accessibleName(element) || defaultFieldName(role, options.locale)
  const frame = frameFor(options, name)
  const frameStyle = createFrameStyle(element, frame)
  const restore = hideInput(element)
  const { send, open, isOpen } = createCommandQueue(order => postCommand(options, frame, order))
  const restyle = () => {
    frameStyle.apply()
    send({ order: 'look', situation: 'always', style: textStyleOf(element) })
  }
  const focus = () => send({ order: 'focus' })
  send({ order: 'describe', name, placeholder: placeholderOf(element) })
  observeFrame(frame, {
    onHover(isOver) {
      frameStyle.setState('hover', isOver)
      options.onHover(isOver ? 'mouseOver' : 'mouseOut')
    },
    onLoad: () => isOpen() || options.onMissing(),
  })
  const forgetLabels = followLabels(element, focus)
  element.after(frame)
  restyle()
  return {
    role,
    selector,
    isReady: isOpen,
    isFrom: source => source !== null && source === frame.contentWindow,
    send,
    setStyle(situation, style) {
      frameStyle.set(situation, style)
      send({ order: 'look', situation, style })
    },
    restyle: restyle,
    handle(news) {
      if (news.news === 'ready') open()
      if (news.news === 'focus' || news.news === 'blur') frameStyle.setState('focus', news.news === 'focus')
      if (news.news === 'emptiness') frameStyle.setState('placeholderShown', news.isEmpty)
    },
    focus,
    remove() {
      forgetLabels()
      frame.remove()
      restore()
    },
  }
}

function postCommand(
  { form, address }: HostedFieldOptions,
  frame: HTMLIFrameElement,
  order: FieldCommand,
): void {
  // Some browsers let nobody but the page itself move the focus into a frame.
  if (order.order === 'focus') frame.focus()
  frame.contentWindow?.postMessage(inEnvelope(form, order), address.origin)
}

/** From when something is loaded until the field says that it is there. */
const startTimeoutMs = 3_000

function frameFor({ element, address, role, locale }: HostedFieldOptions, name: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const source = new URL(address)
  source.searchParams.set('as', displayOf(element))
  if (locale !== '') source.searchParams.set('locale', locale.slice(0, 35))
  frame.src = source.href
  frame.title = name
  frame.className = `gateway-field gateway-field-${role}`
  frame.setAttribute('scrolling', 'no')
  const tabIndex = element.getAttribute('tabindex')
  if (tabIndex !== null) frame.setAttribute('tabindex', tabIndex)
  return frame
}

type FrameObserver = { readonly onHover: (isOver: boolean) => void; readonly onLoad: () => unknown }

function observeFrame(frame: HTMLIFrameElement, { onHover, onLoad }: FrameObserver): void {
  frame.addEventListener('mouseenter', () => onHover(true))
  frame.addEventListener('mouseleave', () => onHover(false))
  frame.addEventListener('load', () => setTimeout(onLoad, startTimeoutMs))
}
