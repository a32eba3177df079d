import type { ReactNode } from 'react'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Fixed below the scrolling content. */
  foot?: ReactNode
  children: ReactNode
}
