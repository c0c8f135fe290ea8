/**
 * Resolves when this turn of the event loop is over, for everybody at once who waits for it. They go on one
 * after the other from step to step, so that the processor still has at hand what the step needs.
 */
export function endOfLoopTurn(): Promise<void> {
  thisTurn ??= new Promise(resolve => {
    setImmediate(() => {
      thisTurn = undefined
      resolve()
    })
  })
  return thisTurn
}

let thisTurn: Promise<void> | undefined
