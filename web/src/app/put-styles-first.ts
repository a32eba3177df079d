/**
 * The style sheet of the first load stands behind the static shell, in the body: there it would override the sheets of the
 * pages, which are added to the head. It moves before them. The first copy remains until the second applies.
 */
export function putStylesFirst() {
  const sheet = document.body.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')
  if (sheet === null) return
  const copy = document.createElement('link')
  copy.rel = 'stylesheet'
  // The same request as that of the first copy, so that it is loaded once.
  copy.crossOrigin = sheet.crossOrigin
  copy.href = sheet.href
  copy.addEventListener('load', () => sheet.remove())
  document.head.prepend(copy)
}
