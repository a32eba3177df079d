/**
 * Reloads the app if its server responds; without it the browser would show its own error page, which has no way back.
 * Resolves to whether it reloaded.
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
