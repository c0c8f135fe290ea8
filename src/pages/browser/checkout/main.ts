import { startCountdown } from './clock.ts'
import { pageData } from './data.ts'
import { notifyEmbedder, observeHeight } from './embedder.ts'
import { startFlow } from './flow.ts'
import { startForm } from './form.ts'
import { byId } from './page.ts'

/** Everything starts here: the form becomes usable, the clock runs, and what is under way goes on. */
const flow = startFlow(startForm())
startCountdown({ secondsLeft: pageData.secondsLeft, onEnd: flow.timeUp })
if (pageData.isEmbedded) observeHeight(height => notifyEmbedder({ tollgate: 'resize', height }))
flow.resume()
byId('logo')?.addEventListener('error', ({ target }) => target instanceof Element && target.remove())
