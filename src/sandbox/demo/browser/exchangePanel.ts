import { shellText } from '../../../standards/shellText.ts'
import { type DemoExchange, isMembers } from './exchange.ts'
import { announce, copyText, make, makeButton, requiredElement } from './page.ts'

/** The panel of requests and answers beside the steps. */

/** Adds exchanges to the panel; the newest is open, those before it are folded. */
export function showExchanges(exchanges: readonly DemoExchange[], target: CurlTarget): void {
  if (exchanges.length === 0) return
  const list = requiredElement('#wire', HTMLOListElement)
  for (const exchange of exchanges) {
    for (const open of list.querySelectorAll('details[open]')) open.removeAttribute('open')
    list.append(make('li', { class: exchange.by }, foldedExchange(exchange, target)))
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

function foldedExchange(exchange: DemoExchange, target: CurlTarget): HTMLDetailsElement {
  const details = make('details', { open: '' })
  details.append(summaryOf(exchange), bodyOf(exchange, target))
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

/** Without what all paths of the API begin with. */
const shortPath = (path: string): string => path.replace(/^\/api\/rest\/version\/\d+\/merchant\/[^/]+/, '…')

function bodyOf(exchange: DemoExchange, target: CurlTarget): HTMLElement {
  const body = make(
    'div',
    { class: 'body' },
    make('p', { class: 'path' }, `${exchange.method} ${exchange.path}`),
  )
  if (exchange.request !== undefined) body.append(jsonBlock('Request', exchange.request))
  if (exchange.answer !== undefined) body.append(jsonBlock('Answer', exchange.answer))
  if (exchange.by === 'server') body.append(copyButton(exchange, target))
  return body
}

function jsonBlock(name: string, value: unknown): HTMLElement {
  const pre = make('pre', { tabindex: '0', role: 'group', 'aria-label': name })
  pre.append(jsonNodes(value))
  return make('div', { class: 'block' }, make('span', { class: 'name' }, name), pre)
}

function copyButton(exchange: DemoExchange, target: CurlTarget): HTMLButtonElement {
  const button = makeButton('Copy as curl', () => void copy(), 'copy')
  const copy = async () => {
    const isCopied = await copyText(curlOf(exchange, target))
    button.textContent = isCopied ? 'Copied' : 'Could not copy'
    announce(isCopied ? 'The curl line is copied' : 'Could not copy')
    setTimeout(() => {
      button.textContent = 'Copy as curl'
    }, 1_500)
  }
  return button
}

/** JSON with colours, as nodes: nothing of it is ever parsed as markup. */
function jsonNodes(value: unknown, indent = 0): DocumentFragment {
  const fragment = document.createDocumentFragment()
  if (Array.isArray(value))
    fragment.append(
      ...bracketed(
        value.map(one => [jsonNodes(one, indent + 1)]),
        '[]',
        indent,
      ),
    )
  else if (isMembers(value)) fragment.append(...bracketed(entriesOf(value, indent), '{}', indent))
  else fragment.append(make('span', { class: kindOf(value) }, JSON.stringify(value) ?? 'null'))
  return fragment
}

function entriesOf(value: object, indent: number): readonly (readonly Node[])[] {
  return Object.entries(value).map(([name, member]) => [
    make('span', { class: 'key' }, JSON.stringify(name)),
    document.createTextNode(': '),
    jsonNodes(member, indent + 1),
  ])
}

function bracketed(entries: readonly (readonly Node[])[], [open = '', close = '']: string, indent: number) {
  if (entries.length === 0) return [open + close]
  const inner = `\n${'  '.repeat(indent + 1)}`
  const nodes: (Node | string)[] = [open]
  for (const [index, entry] of entries.entries()) nodes.push(index === 0 ? inner : `,${inner}`, ...entry)
  return [...nodes, `\n${'  '.repeat(indent)}${close}`]
}

function kindOf(value: unknown): string {
  return typeof value === 'string' ? 'text' : 'plain'
}

/** The curl command that repeats a request of the shop's server; the password is a variable of the shell. */
export function curlOf(exchange: DemoExchange, { origin, merchantId, certificate = '' }: CurlTarget): string {
  const { method, path, request } = exchange
  const trust = certificate && ` --cacert ${shellText(certificate)}`
  const lines = [
    `curl -sS${trust}${method === 'GET' ? '' : ` -X ${method}`} ${shellText(origin + path)}`,
    `-u "merchant.${merchantId}:$TOLLGATE_SANDBOX_PASSWORD"`,
    ...(request === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${shellText(JSON.stringify(request, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}

type CurlTarget = {
  readonly origin: string
  readonly merchantId: string
  /** The path of the certificate that clients on that machine have to trust. */
  readonly certificate?: string
}
