import { type CurlTarget, curlOf } from './curl.ts'
import { announce, make, makeButton, requiredElement } from './dom.ts'
import type { DemoExchange } from './exchange.ts'
import { jsonNodes } from './pretty.ts'

/** Puts exchanges into the panel beside the story; the newest is open, those before it are folded. */
export function showExchanges(exchanges: readonly DemoExchange[], address: CurlTarget): void {
  if (exchanges.length === 0) return
  const list = requiredElement('#wire', HTMLOListElement)
  for (const exchange of exchanges) {
    for (const open of list.querySelectorAll('details[open]')) open.removeAttribute('open')
    list.append(make('li', { class: exchange.by }, foldedExchange(exchange, address)))
  }
  requiredElement('#wire-hint', HTMLElement).hidden = true
  requiredElement('#wire-password', HTMLElement).hidden = false
  const last = list.lastElementChild
  if (last instanceof HTMLElement) list.scrollTop = last.offsetTop - list.offsetTop
  const count = list.childElementCount
  const link = requiredElement('#to-wire', HTMLElement)
  link.textContent = count === 1 ? '1 request ↓' : `${count} requests ↓`
  link.hidden = false
}

function foldedExchange(exchange: DemoExchange, address: CurlTarget): HTMLDetailsElement {
  const details = make('details', { open: '' })
  details.append(summaryOf(exchange), bodyOf(exchange, address))
  return details
}

function summaryOf({ title, method, path, status, ms, by }: DemoExchange): HTMLElement {
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

function bodyOf(exchange: DemoExchange, address: CurlTarget): HTMLElement {
  const body = make(
    'div',
    { class: 'body' },
    make('p', { class: 'path' }, `${exchange.method} ${exchange.path}`),
  )
  if (exchange.request !== undefined) body.append(jsonBlock('Request', exchange.request))
  if (exchange.answer !== undefined) body.append(jsonBlock('Answer', exchange.answer))
  if (exchange.by === 'server') body.append(copyButton(exchange, address))
  return body
}

function jsonBlock(name: string, value: unknown): HTMLElement {
  const pre = make('pre', { tabindex: '0', role: 'group', 'aria-label': name })
  pre.append(jsonNodes(value))
  return make('div', { class: 'block' }, make('span', { class: 'name' }, name), pre)
}

function copyButton(exchange: DemoExchange, address: CurlTarget): HTMLButtonElement {
  const button = makeButton('Copy as curl', () => void copy(), 'copy')
  const copy = async () => {
    const isCopied = await copyText(curlOf(exchange, address))
    button.textContent = isCopied ? 'Copied' : 'Could not copy'
    announce(isCopied ? 'The curl line is copied' : 'Could not copy')
    setTimeout(() => {
      button.textContent = 'Copy as curl'
    }, 1_500)
  }
  return button
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
