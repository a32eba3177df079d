import { openGiftModal } from '../../domain/gift/gift-store.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { useRequireLogin } from '../navigation/require-login.ts'
import { useSession } from '../session/session-store.ts'

/**
 * What a user without membership can do about it: claim the gift, or read 会员中心 once the gift is used. `open` leads a
 * visitor to login. `source`: page that opens the gift.
 */
export function useMemberOffer(source: string) {
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  const { userInfo } = useSession()
  const isGift = userInfo?.canClaimGift === true
  return {
    label: isGift ? '免费领取会员' : '了解会员',
    open: () => {
      if (!requireLogin()) return
      if (isGift) openGiftModal({ source })
      else void navigate('/user/members')
    },
  }
}
