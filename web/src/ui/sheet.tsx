import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { registerOverlay } from './overlay-registry.ts'
import styles from './sheet.module.css'
import type { SheetProps } from './sheet-dialog.tsx'
import { showToast } from './toast.tsx'

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

/** State of a sheet whose code loads when it first opens, together with the dialog around it. The next tap loads again what failed. */
export function useSheetOnTap<S>(load: () => Promise<S>) {
  const [loaded, setLoaded] = useState<{ Sheet: S } | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** Number of openings, as the key of a sheet that begins anew with each. */
  const [openings, setOpenings] = useState(0)

  async function open() {
    try {
      const [part] = await Promise.all([load(), loadSheetDialog()])
      setLoaded({ Sheet: part })
      setOpenings((count) => count + 1)
      setIsOpen(true)
    } catch {
      showToast('加载失败，请检查网络后重试')
    }
  }

  return { Sheet: loaded?.Sheet ?? null, isOpen, openings, open: () => void open(), close: () => setIsOpen(false) }
}
