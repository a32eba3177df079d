/**
 * Shows the sentence of the static shell when the app cannot start: its script cannot be loaded, cannot be read, or throws.
 * Written for browsers that read nothing newer.
 */
function showSentence(event) {
  var sentence = document.getElementById('unstarted')
  var isScript = event.target && event.target.tagName === 'SCRIPT'
  // The app has taken the place of the shell, or a picture is missing.
  if (!sentence || (event.target !== window && !isScript)) return
  if (isScript) sentence.textContent = '加载失败，请检查网络后刷新'
  sentence.style.display = 'block'
}
window.addEventListener('error', showSentence, true)
