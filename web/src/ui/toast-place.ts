type Place = {
  /** Top and height of the visible part of the page, without the keyboard. Px. */
  viewTop: number
  viewHeight: number
  /** Height of the toast. Px. */
  height: number
  /** The focused field. */
  field?: { top: number; bottom: number } | undefined
}

/** Space between toast and field. Px. */
const GAP = 12

/** Top of a toast: in the middle of the lower third of what is visible, but above a focused field that it would cover. */
export function toastTop({ viewTop, viewHeight, height, field }: Place): number {
  const top = viewTop + (viewHeight * 5) / 6 - height / 2
  const isCovering = field !== undefined && top < field.bottom + GAP && top + height > field.top - GAP
  return isCovering ? Math.max(viewTop + GAP, field.top - GAP - height) : top
}
