import { type Address, curlOf } from './curl.ts'
import { announce, make, part, pressable } from './dom.ts'
import type { Exchange } from './exchange.ts'
import { pretty } from './pretty.ts'

/** Puts exchanges into the panel beside the story; the newest is open, those before it are folded. */
export function showExchanges(exchanges: readonly Exchange[], address: Address): void {
  if (exchanges.length === 0) return
  const list = part('#wire', HTMLOListElement)
  for (const exchange of exchanges) {
    for (const open of list.querySelectorAll('details[open]')) open.removeAttribute('open')
    list.append(make('li', { class: exchange.by }, folded(exchange, address)))
  }
  part('#wire-hint', HTMLElement).hidden = true
  part('#wire-password', HTMLElement).hidden = false
  const last = list.lastElementChild
  if (last instanceof HTMLElement) list.scrollTop = last.offsetTop - list.offsetTop
  const count = list.childElementCount
  const link = part('#to-wire', HTMLElement)
  link.textContent = count === 1 ? '1 request ↓' : `${count} requests ↓`
  link.hidden = false
}

function folded(exchange: Exchange, address: Address): HTMLDetailsElement {
  const details = make('details', { open: '' })
  details.append(summaryOf(exchange), bodyOf(exchange, address))
  return details
}

function summaryOf({ title, method, path, status, ms, by }: Exchange): HTMLElement {
  const summary = make('summary')
  const line = make('span', { class: 'line' }, make('b', {}, method), ' ', shortPath(path))
  const facts = make('span', { class: 'facts' })
  if (status !== undefined)
    facts.append(make('span', { class: status < 300 ? 'status ok' : 'status' }, `${status}`))
  if (ms !== undefined) facts.append(make('span', {}, `${Math.round(ms)} ms`))
  facts.append(make('span', {}, by === 'server' ? 'your server' : 'the browser'))
  summary.append(make('span', { class: 'title' }, title), line, facts)
  return summary
}

/** What all paths of the API begin with says nothing here. */
const shortPath = (path: string): string => path.replace(/^\/api\/rest\/version\/\d+\/merchant\/[^/]+/, '…')

function bodyOf(exchange: Exchange, address: Address): HTMLElement {
  const body = make(
    'div',
    { class: 'body' },
    make('p', { class: 'path' }, `${exchange.method} ${exchange.path}`),
  )
  if (exchange.request !== undefined) body.append(block('Request', exchange.request))
  if (exchange.answer !== undefined) body.append(block('Answer', exchange.answer))
  if (exchange.by === 'server') body.append(copyButton(exchange, address))
  return body
}

function block(name: string, value: unknown): HTMLElement {
  const pre = make('pre', { tabindex: '0', role: 'group', 'aria-label': name })
  pre.append(pretty(value))
  return make('div', { class: 'block' }, make('span', { class: 'name' }, name), pre)
}

function copyButton(exchange: Exchange, address: Address): HTMLButtonElement {
  const button = pressable('Copy as curl', () => void copy(), 'copy')
  const copy = async () => {
    const isCopied = await toClipboard(curlOf(exchange, address))
    button.textContent = isCopied ? 'Copied' : 'Could not copy'
    announce(isCopied ? 'The curl line is copied' : 'Could not copy')
    setTimeout(() => {
      button.textContent = 'Copy as curl'
    }, 1_500)
  }
  return button
}

export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
