import type { ReactNode } from 'react'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Closes by what stands in it alone: no cross, no Esc, no tap outside, no navigation. */
  mustAnswer?: boolean
  /** Fixed below the scrolling content. */
  foot?: ReactNode
  children: ReactNode
}
