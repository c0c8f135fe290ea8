// One input of a merchant's page, replaced by the frame of a field of the gateway.

import {
  type FieldCommand,
  type FieldEvent,
  type FieldState,
  type FieldStyle,
  inEnvelope,
} from '../fields/protocol.ts'
import type { FieldDisplay, FieldRole } from '../fields/roles.ts'
import { createFrameStyle, textStyleOf } from './frameStyle.ts'

export type HostedField = {
  readonly role: FieldRole
  readonly selector: string
  readonly isReady: () => boolean
  readonly isFrom: (source: MessageEventSource | null) => boolean
  readonly send: (command: FieldCommand) => void
  readonly setStyle: (state: FieldState, style: FieldStyle) => void
  /** Takes over the style of the merchant's input, which the page may have changed. */
  readonly restyle: () => void
  readonly handle: (event: FieldEvent) => void
  readonly focus: () => void
  /** Restores the merchant's input. */
  readonly remove: () => void
}

type HostedFieldOptions = {
  readonly element: MerchantInput
  readonly role: FieldRole
  readonly selector: string
  readonly form: string
  /** Address of the field's page, without its display and locale. */
  readonly address: URL
  readonly locale: string
  readonly onHover: (event: 'mouseOver' | 'mouseOut') => void
  /** Something was loaded, but not the field. */
  readonly onMissing: () => void
}

export function hostField(options: HostedFieldOptions): HostedField {
  const { element, role, selector } = options
  const name = accessibleName(element)
  const frame = createFrame(options, name)
  const frameStyle = createFrameStyle(element, frame)
  const restore = hideInput(element)
  const { send, open, isOpen } = createCommandQueue(command => postCommand(options, frame, command))
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
  const stopFollowing = followLabels(element, focus)
  element.after(frame)
  restyle()
  return {
    role,
    selector,
    isReady: isOpen,
    isFrom: source => source !== null && source === frame.contentWindow,
    send,
    setStyle(state, style) {
      frameStyle.set(state, style)
      send({ order: 'look', situation: state, style })
    },
    restyle,
    handle(event) {
      const { news } = event
      if (news === 'ready') frame.title ||= event.name ?? ''
      if (news === 'ready') open()
      if (news === 'focus' || news === 'blur') frameStyle.setState('focus', news === 'focus')
      if (news === 'emptiness') frameStyle.setState('placeholderShown', event.isEmpty)
    },
    focus,
    remove() {
      stopFollowing()
      frame.remove()
      restore()
    },
  }
}

function postCommand(
  { form, address }: HostedFieldOptions,
  frame: HTMLIFrameElement,
  command: FieldCommand,
): void {
  // In some browsers only the page itself can move the focus into a frame.
  if (command.order === 'focus') frame.focus()
  frame.contentWindow?.postMessage(inEnvelope(form, command), address.origin)
}

/** From when the frame has loaded something until the field reports that it is ready. */
const startTimeoutMs = 3_000

function createFrame(
  { element, address, role, locale }: HostedFieldOptions,
  name: string,
): HTMLIFrameElement {
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

/**
 * Commands wait until the field is ready. Settings are kept, and sent again when the field is loaded anew.
 */
type CommandQueue = {
  readonly send: (command: FieldCommand) => void
  readonly open: () => void
  readonly isOpen: () => boolean
}

function createCommandQueue(post: (command: FieldCommand) => void): CommandQueue {
  const sentTexts = new Map<string, string>()
  const settings = new Map<string, FieldCommand>()
  const waiting: FieldCommand[] = []
  let isOpen = false
  return {
    send(command) {
      const name = settingName(command)
      const text = JSON.stringify(command)
      if (name !== undefined) {
        if (sentTexts.get(name) === text) return
        sentTexts.set(name, text)
        settings.set(name, command)
      }
      if (isOpen) post(command)
      else if (name === undefined && waiting.length < waitingMax) waiting.push(command)
    },
    open() {
      isOpen = true
      for (const command of [...settings.values(), ...waiting.splice(0)]) post(command)
    },
    isOpen: () => isOpen,
  }
}

const waitingMax = 50
const settingKinds = ['describe', 'accept', 'message', 'tellBin']

/** Under which a setting is kept; undefined for commands that are sent once. */
function settingName(command: FieldCommand): string | undefined {
  if (command.order === 'look') return `look ${command.situation}`
  return settingKinds.includes(command.order) ? command.order : undefined
}

/** The merchant's own input, which is hidden while the field is there. */
export type MerchantInput = HTMLInputElement | HTMLSelectElement

export const isMerchantInput = (element: Element | null): element is MerchantInput =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

function displayOf(element: MerchantInput): FieldDisplay {
  if (element instanceof HTMLSelectElement) return 'list'
  return element.type === 'password' ? 'hidden' : 'text'
}

/**
 * Hides the input, empties it, and keeps the page's form from requiring it. Pages mark such inputs as
 * read-only, which style sheets grey out; the field takes over its style and is writable. Returns a function
 * that restores the input.
 */
function hideInput(element: MerchantInput): () => void {
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

/** As assistive technology computes it. */
function accessibleName(element: MerchantInput): string {
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

const placeholderOf = (element: MerchantInput): string =>
  element instanceof HTMLInputElement ? element.placeholder : ''

/** A click on a label of the input focuses the field. Returns a function that stops it. */
function followLabels(element: MerchantInput, focus: () => void): () => void {
  const labels = Array.from(element.labels ?? [])
  for (const label of labels) label.addEventListener('click', focus)
  return () => {
    for (const label of labels) label.removeEventListener('click', focus)
  }
}
