import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { useShortcut } from './shortcuts.tsx'

/** `j` and `k` go through the rows of the list that is shown; Enter opens one. */
export function useRowKeys(): void {
  const say = useWords(shellWords)
  useShortcut('j', say('nextRow'), () => move(1))
  useShortcut('k', say('previousRow'), () => move(-1))
}

function move(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
  const current = links.findIndex(link => link.matches(':focus'))
  const next = current === -1 && step === -1 ? links.length - 1 : current + step
  links[next]?.focus()
}
