const CUSTOM = 'data-custom-'
const LABEL_LENGTH = 64
/** Ids of elements whose text is data. */
const SHOWS_DATA = /-(row|choice)$/

/** What a click event states about the tracked element. */
export type ClickTarget = {
  trackId: string
  elementType: string
  elementText: string
  /** Attributes `data-custom-*` by the rest of their name. */
  custom: Record<string, string>
}

/** Own label of the element: never a value that a user typed, nor the data within it. */
function labelOf(element: Element): string {
  const label = element.getAttribute('data-track-label') ?? element.getAttribute('aria-label') ?? ownText(element)
  return label.trim().slice(0, LABEL_LENGTH)
}

/** Text directly in the element. Data, as the name of a company, is in elements of its own. */
const ownText = (element: Element) =>
  element.matches('input, textarea, select')
    ? ''
    : Array.from(element.childNodes, (node) => (node instanceof Text ? node.data : '')).join('')

/** The tracked element of a click: the clicked one or its nearest ancestor with a `track-id`; null for none. */
export function findClickTarget(clicked: EventTarget | null): ClickTarget | null {
  const element = clicked instanceof Element ? clicked.closest('[track-id]') : null
  const trackId = element?.getAttribute('track-id')?.trim() ?? ''
  if (element === null || trackId === '') return null
  const custom = Object.fromEntries(
    Array.from(element.attributes)
      .filter(({ name }) => name.startsWith(CUSTOM) && name.length > CUSTOM.length)
      .map(({ name, value }) => [name.slice(CUSTOM.length), value]),
  )
  const elementText = SHOWS_DATA.test(trackId) ? '' : labelOf(element)
  return { trackId, elementType: element.tagName.toLowerCase(), elementText, custom }
}
