import { wechatRoutes } from '@baiqicha/contract/routes/wechat'
import { useQuery } from '@tanstack/react-query'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

/** The linked WeChat user, with the button that ends the link; nothing without a link. */
export function WechatCell() {
  const { data, refetch } = useQuery({
    queryKey: ['wechatLink'],
    queryFn: ({ signal }) => callApi(wechatRoutes.wechatLink, {}, { signal, silent: true }),
    staleTime: 0,
  })
  if (data?.isLinked !== true) return null

  async function unlink() {
    const text = '解除后，微信登录须重新授权手机号'
    if (!(await confirmDialog({ title: '解除微信关联？', text, confirm: '解除关联', danger: true }))) return
    try {
      await callApi(wechatRoutes.unlinkWechat, {})
      showToast('已解除微信关联', { icon: 'check' })
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client has shown every other error.
      if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
    }
    await refetch()
  }

  return <SettingCell trackId="wechat-link" label="微信" value="已关联" onOpen={() => void unlink()} />
}
