import type { UserDetail } from '@baiqicha/contract/account'
import { wechatRoutes } from '@baiqicha/contract/routes/wechat'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { formatDate } from '../../lib/format.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { Card } from '../../ui/card.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AccountPage } from './account-page.tsx'
import { ChoicesCard } from './choices-card.tsx'
import { ConsentCard } from './consent-card.tsx'
import { ExportSheet } from './export-sheet.tsx'
import { NicknameSheet } from './nickname-sheet.tsx'

/** Opens the export of all data about the user. */
function ExportCell({ user }: { user: UserDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SettingCell trackId="data-export" label="导出我的数据" value="JSON、CSV" onOpen={() => setIsOpen(true)} />
      <ExportSheet user={user} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

const methodNames: Readonly<Record<UserDetail['loginMethods'][number], string>> = {
  sms: '短信验证码',
  password: '密码',
}

/** 信息管理: data of the account; each part can be changed or deleted. */
export function ProfilePage() {
  return (
    <AccountPage title="信息管理" purpose="管理个人信息">
      {(user) => (
        <>
          <Card label="账号资料">
            <NicknameCell nickname={user.nickname} />
            <SettingCell label="手机号" value={user.phoneMasked} />
            <SettingCell label="登录方式" value={user.loginMethods.map((method) => methodNames[method]).join('、')} />
            <WechatCell />
            <SettingCell label="注册日期" value={formatDate(user.registeredAt)} />
          </Card>
          <ChoicesCard user={user} />
          <ConsentCard agreementVersion={user.agreementVersion} />
          <Card label="我的数据">
            <ExportCell user={user} />
          </Card>
        </>
      )}
    </AccountPage>
  )
}

function NicknameCell({ nickname }: { nickname: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SettingCell
        trackId="nickname"
        label="昵称"
        value={nickname === null ? '未设置' : <bdi>{nickname}</bdi>}
        onOpen={() => setIsOpen(true)}
      />
      <NicknameSheet nickname={nickname} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** The linked WeChat user, with the button that ends the link; nothing without a link. */
function WechatCell() {
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
