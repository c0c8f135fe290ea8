// Notifies the page around this frame that the issuer is done. The message is no secret, so any origin may
// get it.

const message = document.body.dataset.word
if (message && window.parent !== window) window.parent.postMessage(message, '*')
