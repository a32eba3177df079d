/** Opens a checked address of another site in a new window, which gets neither referrer nor access to the app. */
export function openSite(url: string) {
  window.open(url, '_blank', 'noopener,noreferrer')
}
