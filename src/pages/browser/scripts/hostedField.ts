import {
  type FieldCommand,
  type FieldEvent,
  type FieldState,
  type FieldStyle,
  inEnvelope,
} from '../fields/protocol.ts'
import { defaultFieldName, type FieldDisplay, type FieldRole } from '../fields/roles.ts'
import { createFrameStyle, textStyleOf } from './frameStyle.ts'

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

/** Orders for a field, kept until it is there; settings are kept for whenever it is loaded anew. */
export type CommandQueue = {
  readonly send: (order: FieldCommand) => void
  readonly open: () => void
  readonly isOpen: () => boolean
}

export function createCommandQueue(post: (order: FieldCommand) => void): CommandQueue {
  const settings = new Map<string, string>()
  const orders = new Map<string, FieldCommand>()
  const waiting: FieldCommand[] = []
  let isOpen = false
  return {
    send(order) {
      const name = settingName(order)
      const text = JSON.stringify(order)
      if (name !== undefined) {
        if (settings.get(name) === text) return
        settings.set(name, text)
        orders.set(name, order)
      }
      if (isOpen) post(order)
      else if (name === undefined && waiting.length < waitingMax) waiting.push(order)
    },
    open() {
      isOpen = true
      for (const order of [...orders.values(), ...waiting.splice(0)]) post(order)
    },
    isOpen: () => isOpen,
  }
}

const waitingMax = 50
const settingKinds = ['describe', 'accept', 'message', 'tellBin']

function settingName(order: FieldCommand): string | undefined {
  if (order.order === 'look') return `look ${order.situation}`
  return settingKinds.includes(order.order) ? order.order : undefined
}

/** A merchant's own input, while a field of the gateway stands in its place. */
export type MerchantInput = HTMLInputElement | HTMLSelectElement

export const isMerchantInput = (element: Element | null): element is MerchantInput =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

/** How the field is to show itself in its place. */
export function displayOf(element: MerchantInput): FieldDisplay {
  if (element instanceof HTMLSelectElement) return 'list'
  return element.type === 'password' ? 'hidden' : 'text'
}

/**
 * Nobody types into it any more, no form waits for it, and what it held is no concern of ours. Pages mark
 * such inputs as read-only and style sheets grey those out; the field in its place is for writing.
 */
export function hideInput(element: MerchantInput): () => void {
  const { required } = element
  const { display } = element.style
  const wasReadOnly = element instanceof HTMLInputElement && element.readOnly
  element.style.setProperty('display', 'none', 'important')
  element.required = false
  if (element instanceof HTMLInputElement) {
    element.readOnly = false
    element.value = ''
  }
  return () => {
    element.required = required
    if (wasReadOnly) element.readOnly = true
    element.style.display = display
  }
}

/** As assistive technology would call it. */
export function accessibleName(element: MerchantInput): string {
  const labelledBy = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
  const texts = [
    labelledBy.map(id => document.getElementById(id)?.textContent ?? '').join(' '),
    element.getAttribute('aria-label'),
    Array.from(element.labels ?? [], label => label.textContent ?? '').join(' '),
    element.title,
  ]
  const name = texts.map(text => (text ?? '').replace(/\s+/g, ' ').trim()).find(text => text !== '')
  return (name ?? '').slice(0, 200)
}

export const placeholderOf = (element: MerchantInput): string =>
  element instanceof HTMLInputElement ? element.placeholder : ''

/** Whoever clicks the label means the field. */
export function followLabels(element: MerchantInput, focus: () => void): () => void {
  const labels = Array.from(element.labels ?? [])
  for (const label of labels) label.addEventListener('click', focus)
  return () => {
    for (const label of labels) label.removeEventListener('click', focus)
  }
}
