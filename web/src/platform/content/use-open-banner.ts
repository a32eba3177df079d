import { type Banner, jumpType } from '@baiqicha/contract/home'
import { useNavigate } from '../../lib/router/router.tsx'
import { showToast } from '../../ui/toast.tsx'
import { messages } from '../api/messages.ts'
import { parseJumpUrl } from '../navigation/jump-target.ts'
import { openSite } from '../navigation/open-site.ts'
import { useRequireLogin } from '../navigation/require-login.ts'

/** Handles a tap on a banner by its jumpType (SPEC §4). */
export function useOpenBanner(
  search: (keyword: string) => void,
  jumpHosts: readonly string[],
): (banner: Banner) => void {
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()

  const openAddress = (banner: Banner) => {
    const target = parseJumpUrl(banner.jumpUrl, jumpHosts)
    if (target === null) return showToast(messages.comingSoon)
    const isAllowed = !banner.login || requireLogin(target.type === 'page' ? target.path : undefined)
    if (!isAllowed) return undefined
    if (target.type === 'page') return void navigate(target.path)
    return openSite(target.url)
  }

  return (banner) => {
    switch (banner.jumpType) {
      case jumpType.search:
        return search(banner.jumpUrl)
      case jumpType.open:
        return openAddress(banner)
      case jumpType.soon:
        return showToast(messages.comingSoon)
      default:
        return banner.jumpType satisfies never
    }
  }
}
