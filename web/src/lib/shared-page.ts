/** What WeChat shows of a shared page. Nothing about risk. */
export type SharedPage = {
  title: string
  text: string
  /** In-app path with query. */
  path: string
}

type Listener = (page: SharedPage | null) => void

let current: SharedPage | null = null
let listener: Listener = () => {}

/** States what the page that shows shares. Returns the function that withdraws it. */
export function setSharedPage(page: SharedPage): () => void {
  current = page
  listener(page)
  return () => {
    if (current !== page) return
    current = null
    listener(null)
  }
}

/** Calls the listener with the page that is shared now, and with each later one. null: the page states nothing. */
export function followSharedPage(follow: Listener) {
  listener = follow
  follow(current)
}
