// Comforts only: every page is complete without them. `createSearch` and `excerptOf` are above.
const all = (selector, within = document) => [...within.querySelectorAll(selector)]
const element = (name, text = '', properties = {}) =>
  Object.assign(document.createElement(name), { textContent: text }, properties)

// What the first page of the docs used to be is the reference now.
if (location.pathname === '/docs' && location.hash && !document.getElementById(location.hash.slice(1)))
  location.replace(`/docs/reference${location.hash}`)

// In a sandbox, commands speak to the gateway they came from.
if ('sandbox' in document.body.dataset)
  for (const code of all('.code code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      texts.currentNode.data = texts.currentNode.data.replaceAll('http://127.0.0.1:8080', location.origin)
  }

if (navigator.clipboard)
  for (const figure of all('.code')) {
    const button = element('button', 'Copy', { type: 'button' })
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('pre').textContent)
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 1500)
    })
    figure.querySelector('figcaption').append(button)
  }

// The outline shows where the reader is; on a small screen it begins folded.
const outline = document.querySelector('.outline details')
if (outline && matchMedia('(max-width: 1240px)').matches) outline.open = false
const links = new Map(all('.outline a').map(link => [decodeURIComponent(link.hash.slice(1)), link]))
const headings = [...links.keys()].map(id => document.getElementById(id))
const mark = () => {
  const here = headings.findLast(heading => heading.getBoundingClientRect().top < 120) ?? headings[0]
  for (const [id, link] of links)
    if (id === here?.id) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
}
if (headings.length > 0) {
  addEventListener('scroll', mark, { passive: true })
  mark()
}

// A long list of pages begins with the one that is read.
document.querySelector('#navigation [aria-current]')?.scrollIntoView({ block: 'nearest' })

const box = document.querySelector('.filter')
const input = document.getElementById('search')
const panel = box.querySelector('.found')
const status = document.getElementById('search-status')
const list = panel.querySelector('ol')
box.hidden = false

let search
const loaded = () => {
  search ??= fetch('/docs/search.json')
    .then(answer => answer.json())
    .then(createSearch)
    .catch(() => {
      search = undefined
      return undefined
    })
  return search
}
input.addEventListener('focus', loaded)

const show = isShown => {
  panel.hidden = !isShown
}

async function find() {
  const question = input.value.trim()
  if (question === '') return show(false)
  const ask = await loaded()
  if (question !== input.value.trim()) return
  const found = ask?.(question) ?? []
  list.replaceChildren(...found.map(entry => resultOf(entry, question)))
  status.textContent = ask
    ? found.length > 0
      ? `${found.length} results`
      : `Nothing found for “${question}”. Try another word, such as refund, signature or INVALID_REQUEST.`
    : 'The search index could not be loaded. Please try again.'
  show(true)
}

function resultOf({ address, page, heading, words }, question) {
  const link = element('a', '', { href: addressOf(address, words, question) })
  const where = page === heading ? 'Page' : page
  const excerpt = element('span', '', { className: 'excerpt' })
  excerpt.append(
    ...excerptOf(words, question).map((part, index) => (index % 2 ? element('mark', part) : part)),
  )
  link.append(element('b', heading), element('small', where), excerpt)
  const item = element('li')
  item.append(link)
  return item
}

// To the very line, where a browser can.
function addressOf(address, words, question) {
  if (!('fragmentDirective' in document) || address.includes('filter=')) return address
  const hit = excerptOf(words, question)[1]
  if (!hit) return address
  const whole = words.match(
    new RegExp(`[\\p{L}\\p{N}]*${hit.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[\\p{L}\\p{N}]*`, 'iu'),
  )?.[0]
  return `${address}${address.includes('#') ? '' : '#'}:~:text=${encodeURIComponent(whole ?? hit).replaceAll('-', '%2D')}`
}

let due
input.addEventListener('input', () => {
  clearTimeout(due)
  due = setTimeout(find, 80)
})
input.addEventListener('focus', () => {
  if (input.value.trim() !== '') find()
})

// Arrows walk through the results, Enter takes the first, Escape goes back.
box.addEventListener('keydown', event => {
  const results = all('a', list)
  const at = results.indexOf(document.activeElement)
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    const next = event.key === 'ArrowDown' ? at + 1 : at - 1
    ;(next < 0 ? input : (results[next] ?? results.at(-1)))?.focus()
  } else if (event.key === 'Enter' && document.activeElement === input) {
    event.preventDefault()
    clearTimeout(due)
    find().then(() => list.querySelector('a')?.click())
  } else if (event.key === 'Escape') {
    input.focus()
    show(false)
  }
})
box.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget && !box.contains(relatedTarget)) show(false)
})
document.addEventListener('click', ({ target }) => {
  if (!box.contains(target)) show(false)
})
list.addEventListener('click', () => show(false))
document.addEventListener('keydown', event => {
  if (event.key !== '/' || /^(?:INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) return
  event.preventDefault()
  input.focus()
  input.select()
})
