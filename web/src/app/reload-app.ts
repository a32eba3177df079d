/**
 * Reloads the app if its server answers: otherwise a reload would show the browser's own error page, which has no way
 * back. Resolves with false if the server did not answer.
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
