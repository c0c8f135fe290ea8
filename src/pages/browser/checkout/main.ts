import { startClock } from './clock.ts'
import { data } from './data.ts'
import { tellEmbedder, watchSize } from './embedder.ts'
import { startFlow } from './flow.ts'
import { startForm } from './form.ts'
import { byId } from './page.ts'

/** Everything starts here: the form becomes usable, the clock runs, and what is under way goes on. */
const flow = startFlow(startForm())
startClock({ secondsLeft: data.secondsLeft, onEnd: flow.timeUp })
if (data.isEmbedded) watchSize(height => tellEmbedder({ tollgate: 'resize', height }))
flow.begin()
byId('logo')?.addEventListener('error', ({ target }) => target instanceof Element && target.remove())
