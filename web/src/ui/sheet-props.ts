import type { ReactNode } from 'react'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Only its content closes it: no cross, Esc, tap outside or navigation. */
  mustAnswer?: boolean
  /** Fixed below the scrolling content. */
  foot?: ReactNode
  children: ReactNode
}
