import { type Banner, jumpType } from '@baiqicha/contract/home'
import { showToast } from '../../ui/toast.tsx'

export type BannerActions = {
  /** Searches with the rule of the page. */
  search: (keyword: string) => void
  /** Returns false for an address that must not be opened. */
  open: (address: string, options: { login: boolean }) => boolean
}

export const showComingSoon = () => showToast('敬请期待!')

/** Handles a tap on a banner by its jumpType (SPEC §4). */
export function openBanner({ jumpType: type, jumpUrl, login }: Banner, { search, open }: BannerActions): void {
  switch (type) {
    case jumpType.search:
      return search(jumpUrl)
    case jumpType.open:
      return open(jumpUrl, { login }) ? undefined : showComingSoon()
    case jumpType.soon:
      return showComingSoon()
    default:
      return type satisfies never
  }
}
