import { type ComponentType, useEffect, useState } from 'react'
import { joinStated } from '../../lib/join-stated.ts'
import { setSharedPage } from '../../lib/shared-page.ts'
import { BackBarAction } from '../../ui/back-bar-action.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { PosterCompany } from './poster-content.ts'
import type { ShareSheetProps, ShareSubject } from './share-sheet.tsx'

type Sheet = ComponentType<ShareSheetProps>

/** What WeChat shows of a shared company: region and founding date. */
const textOf = ({ region, foundedOn }: Pick<PosterCompany, 'region' | 'foundedOn'>) =>
  joinStated([region, foundedOn !== null && `成立于 ${foundedOn}`])

/** The share sheet, whose code loads when it first opens. */
export function useShareSheet(subject: ShareSubject) {
  const [loaded, setLoaded] = useState<{ Sheet: Sheet } | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** Key of the sheet: each opening begins with the choices. */
  const [openings, setOpenings] = useState(0)

  async function open() {
    try {
      const { ShareSheet: Sheet } = await import('./share-sheet.tsx')
      setLoaded({ Sheet })
      setOpenings((count) => count + 1)
      setIsOpen(true)
    } catch {
      showToast('加载失败，请检查网络后重试')
    }
  }

  const sheet = loaded !== null && (
    <loaded.Sheet key={openings} subject={subject} open={isOpen} onClose={() => setIsOpen(false)} />
  )
  return { open: () => void open(), sheet }
}

/** 分享 in the bar of a page. Opens the share sheet; WeChat's own menu shares the same. */
export function ShareAction(subject: ShareSubject) {
  const { open, sheet } = useShareSheet(subject)
  const { path, about, poster } = subject
  const text = poster === undefined || 'companies' in poster ? null : textOf(poster)
  // Other pages keep the title of the page: theirs may name a risk.
  useEffect(() => (text === null ? undefined : setSharedPage({ title: about, text, path })), [about, text, path])
  return (
    <>
      <BackBarAction trackId="share" icon="share" label="分享" onClick={open} />
      {sheet}
    </>
  )
}
