/** Number of hues in tokens.css (`--ph-1` … `--ph-10`). */
export const PLACEHOLDER_HUES = 10

/** Hue of a company: the FNV-1a hash of its id, so that it is the same at every load. */
export function placeholderColour(companyId: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < companyId.length; at += 1) {
    hash = Math.imul(hash ^ companyId.charCodeAt(at), 0x01000193) >>> 0
  }
  return `var(--ph-${1 + (hash % PLACEHOLDER_HUES)})`
}
