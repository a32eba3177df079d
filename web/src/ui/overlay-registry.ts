const closers = new Set<() => void>()

/** Registers the close function of an open overlay. Returns the unregister function. */
export function registerOverlay(close: () => void): () => void {
  closers.add(close)
  return () => void closers.delete(close)
}

/** Closes all open overlays. The router calls it on every navigation, so that none is open when the user returns. */
export function closeOverlays() {
  for (const close of closers) close()
}
