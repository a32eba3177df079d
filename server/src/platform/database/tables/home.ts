import type { Flag, Instant } from './company.ts'

export type BannerTable = {
  id: string
  /** Ascending. */
  position: number
  url: string
  title: string
  subtitle: string
  jump_type: number
  jump_url: string
  login: Flag
}

export type NoticeTable = {
  id: string
  position: number
  title: string
  content: string
  type: string
  link: string | null
  start_at: Instant | null
  end_at: Instant | null
}

/** Names of the companies that the home page and empty results offer as examples. */
export type HomeExampleTable = { name: string; position: number }
