// Comforts only: the page is complete without them.
const all = (selector, within = document) => [...within.querySelectorAll(selector)]

// Examples speak to the gateway they came from.
const origins = /https?:\/\/(?:127\.0\.0\.1:8080|gateway\.example)/
for (const code of all('.example code'))
  for (const node of code.childNodes)
    if (node.nodeType === Node.TEXT_NODE) node.data = node.data.replace(origins, location.origin)

if (navigator.clipboard)
  for (const figure of all('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('pre').textContent)
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 1500)
    })
    figure.querySelector('figcaption').append(button)
  }

// A shared group unfolds where it is used, under the name it has there.
const unfold = fold => {
  const origin = document.getElementById(fold.dataset.group)?.querySelector('.body')
  if (!origin) return
  const copy = origin.cloneNode(true)
  for (const code of all('th code, summary code', copy)) {
    const at = code.querySelector('i') ?? code.insertBefore(document.createElement('i'), code.firstChild)
    at.textContent = fold.dataset.at + at.textContent
  }
  for (const inner of all('[data-at]', copy)) inner.dataset.at = fold.dataset.at + inner.dataset.at
  fold.querySelector('.inner').replaceChildren(...copy.childNodes)
  delete fold.dataset.group
}
document.addEventListener(
  'toggle',
  ({ target }) => target.open && target.dataset.group && unfold(target),
  true,
)

// The navigation shows where the reader is.
const links = new Map(all('.links a[href^="#"]').map(link => [link.hash.slice(1), link]))
const visible = new Set()
const mark = () => {
  const here = [...links.keys()].find(id => visible.has(id))
  for (const [id, link] of links)
    if (id === here) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
}
const watch = new IntersectionObserver(
  entries => {
    for (const { target, isIntersecting } of entries)
      isIntersecting ? visible.add(target.id) : visible.delete(target.id)
    mark()
  },
  { rootMargin: '-80px 0px -70% 0px' },
)
for (const id of links.keys()) {
  const section = document.getElementById(id)
  if (section) watch.observe(section)
}

// The filter leaves only the fields whose name or meaning holds what was typed.
const filter = document.getElementById('filter')
const output = document.querySelector('.filter output')
const sections = all('.operation, .shared-group')
const opened = new Set()
document.querySelector('.filter').hidden = false

const apply = () => {
  const wanted = filter.value.trim().toLowerCase()
  for (const element of all('main .none')) element.classList.remove('none')
  for (const fold of opened) fold.open = false
  opened.clear()
  output.textContent = ''
  document.body.classList.toggle('filtered', wanted !== '')
  if (wanted === '') return
  let found = 0
  held.clear()
  for (const section of sections) found += narrow(section, wanted)
  for (const chapter of all('main > section'))
    chapter.classList.toggle('none', !chapter.querySelector('section:not(.none)'))
  scrollTo(0, 0)
  output.textContent = `${found} found`
}

const holds = (element, wanted) => element?.textContent.toLowerCase().includes(wanted)

// Whether a shared group holds it, itself or in groups it refers to.
const held = new Map()
function sharedHolds(id, wanted) {
  if (held.has(id)) return held.get(id)
  held.set(id, false)
  const origin = document.getElementById(id)
  const names = all('.body tbody code, .body .group > summary code', origin)
  const isHeld =
    names.some(name => holds(name.lastChild, wanted)) ||
    all('[data-group]', origin).some(fold => sharedHolds(fold.dataset.group, wanted))
  held.set(id, isHeld)
  return isHeld
}

function narrow(section, wanted) {
  if (holds(section.querySelector('h3'), wanted)) return 1
  let found = 0
  for (const row of all('tbody tr', section)) {
    const isFound = holds(row.querySelector('code'), wanted) || holds(row.lastElementChild, wanted)
    row.classList.toggle('none', !isFound)
    if (isFound) found++
  }
  for (const fold of all('.group', section).reverse()) {
    const isNamed = holds(fold.querySelector('summary code').lastChild, wanted)
    const isNeeded =
      isNamed ||
      (fold.dataset.group && sharedHolds(fold.dataset.group, wanted)) ||
      fold.querySelector('tbody tr:not(.none), .group:not(.none)')
    fold.classList.toggle('none', !isNeeded)
    if (isNamed) found++
    else if (isNeeded && !fold.open && !fold.dataset.group) {
      fold.open = true
      opened.add(fold)
    }
  }
  section.classList.toggle('none', !section.querySelector('tbody tr:not(.none), .group:not(.none)'))
  return found
}

let due
filter.addEventListener('input', () => {
  clearTimeout(due)
  due = setTimeout(apply, 120)
})
// A result of the search over the docs leads to a field: /docs/reference#filter=currency
const [, asked] = /^#filter=([\w.]+)$/.exec(location.hash) ?? []
if (asked) {
  filter.value = asked
  apply()
}
const menu = document.querySelector('.switch')
document.addEventListener('keydown', event => {
  if (event.key === '/' && !/^(?:INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault()
    filter.focus()
  }
  if (event.key !== 'Escape') return
  if (menu.open) {
    menu.open = false
    menu.querySelector('summary').focus()
  } else if (filter.value !== '') {
    filter.value = ''
    apply()
  }
})
document.addEventListener('click', ({ target }) => {
  if (!menu.contains(target)) menu.open = false
})
