import { useState } from 'react'
import { loadSheetDialog } from './sheet.tsx'
import { showToast } from './toast.tsx'

/** State of a sheet whose code loads when it first opens, together with the dialog around it. The next tap loads again what failed. */
export function useSheetOnTap<S>(load: () => Promise<S>) {
  const [loaded, setLoaded] = useState<{ Sheet: S } | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** Number of openings, as the key of a sheet that begins anew with each. */
  const [openings, setOpenings] = useState(0)

  async function open() {
    try {
      const [Sheet] = await Promise.all([load(), loadSheetDialog()])
      setLoaded({ Sheet })
      setOpenings((count) => count + 1)
      setIsOpen(true)
    } catch {
      showToast('加载失败，请检查网络后重试')
    }
  }

  return { Sheet: loaded?.Sheet ?? null, isOpen, openings, open: () => void open(), close: () => setIsOpen(false) }
}
