import { useEffect } from 'react'
import { joinStated } from '../../lib/format.ts'
import { setSharedPage } from '../../lib/share-link.ts'
import { useSheetOnTap } from '../../ui/sheet.tsx'
import { BackBarAction } from '../page/back-bar-action.tsx'
import type { PosterCompany } from './poster-content.ts'
import type { ShareSubject } from './share-sheet.tsx'

/** What WeChat shows of a shared company: region and founding date. */
const textOf = ({ region, foundedOn }: Pick<PosterCompany, 'region' | 'foundedOn'>) =>
  joinStated([region, foundedOn !== null && `成立于 ${foundedOn}`])

/** The share sheet, whose code loads when it first opens. Each opening begins with the choices. */
export function useShareSheet(subject: ShareSubject) {
  const { Sheet, isOpen, openings, open, close } = useSheetOnTap(
    async () => (await import('./share-sheet.tsx')).ShareSheet,
  )
  return { open, sheet: Sheet !== null && <Sheet key={openings} subject={subject} open={isOpen} onClose={close} /> }
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
