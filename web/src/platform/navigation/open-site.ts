/** Opens a checked address of someone else's site apart from the app, which it learns nothing about. */
export function openSite(url: string) {
  window.open(url, '_blank', 'noopener,noreferrer')
}
