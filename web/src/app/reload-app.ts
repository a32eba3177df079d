/**
 * Loads the app anew, if its server answers: a reload without it would leave the reader on the browser's own error
 * page, with no way back. Resolves with whether it was tried.
 */
export async function reloadApp(reload = () => window.location.reload()): Promise<boolean> {
  try {
    const { ok } = await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' })
    if (ok) reload()
    return ok
  } catch {
    return false
  }
}
