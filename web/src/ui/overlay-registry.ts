const closers = new Set<() => void>()

/** An open overlay gives the way to close it; the answer takes it back. */
export function registerOverlay(close: () => void): () => void {
  closers.add(close)
  return () => void closers.delete(close)
}

/** Closes whatever is open. The router calls it on every navigation, so that nothing reopens on return. */
export function closeOverlays() {
  for (const close of closers) close()
}
