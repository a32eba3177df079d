import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { registerOverlay } from './overlay-registry.ts'
import styles from './sheet.module.css'
import type { SheetProps } from './sheet-dialog.tsx'

export const loadSheetDialog = () => import('./sheet-dialog.tsx')

const SheetDialog = lazy(() => loadSheetDialog().then((module) => ({ default: module.SheetDialog })))

/** Bottom sheet. The dialog code loads on first use; navigation closes it. */
export function Sheet(props: SheetProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)

  const close = useEffectEvent(() => props.onClose())
  const isClosable = props.open && props.mustAnswer !== true
  useEffect(() => (isClosable ? registerOverlay(() => close()) : undefined), [isClosable])

  if (!wasOpened) return null
  return (
    <Suspense fallback={<div className={styles.mask} />}>
      <SheetDialog {...props} />
    </Suspense>
  )
}
