/** Time after which a browser without idle callbacks counts as idle. Milliseconds. */
const FALLBACK_MS = 300

/** Runs once the browser is idle. Returns the function that cancels. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run)
  return () => cancelIdleCallback(id)
}
