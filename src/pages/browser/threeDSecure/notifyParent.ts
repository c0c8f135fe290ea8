/** Tells the page around this frame that it is done here: one word that is nobody's secret. */
const word = document.body.dataset.word
if (word && window.parent !== window) window.parent.postMessage(word, '*')
