/** Tells the checkout page around this frame that the issuer is done; what came of it, the gateway knows. */
window.parent.postMessage('tollgate:challenged', '*')
