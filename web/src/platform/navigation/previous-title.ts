let current: string | null = null
let previous: string | null = null

/** Notes the page that shows. Addresses of one page, such as its tabs, are one visit. */
export function noteVisit(title: string | null) {
  if (title === current) return
  previous = current
  current = title
}

/** Title of the page before the current one; null: none. */
export const previousTitle = () => previous
