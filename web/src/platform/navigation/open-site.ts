/** Opens a validated external URL in a new window without referrer. */
export function openSite(url: string) {
  window.open(url, '_blank', 'noopener,noreferrer')
}
