import { DEACTIVATION_DAYS } from '@baiqicha/contract/account'
import { useState } from 'react'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './profile.module.css'

/** Accepted version of the agreements, with the link to withdraw the consent. */
export function ConsentCard({ agreementVersion }: { agreementVersion: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <Card label="协议与同意">
      <SettingCell
        trackId="agreements"
        label={agreementVersion === null ? '用户协议与隐私政策' : '已同意协议'}
        value={agreementVersion === null ? '尚未同意' : `${agreementVersion} 版`}
        to="/user/agreement"
      />
      <SettingCell trackId="consent-withdraw" label="撤回同意" onOpen={() => setIsOpen(true)} />
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="撤回同意">
        <div className={styles.withdraw}>
          <p>撤回同意后，我们不再处理您的手机号，服务随之终止。因此，撤回同意须通过注销账户完成。</p>
          <p>
            注销有 {DEACTIVATION_DAYS}{' '}
            天的撤销期，之后账号资料、搜索历史与浏览记录会被删除。撤回不影响此前已经进行的处理。身份、行业与昵称可以单独删除，不必撤回同意。
          </p>
          <div className={styles.withdrawActions}>
            <Button trackId="cancel" tone="line" onClick={() => setIsOpen(false)}>
              取消
            </Button>
            <Button trackId="deactivation" onClick={() => void navigate('/user/logout')}>
              前往注销账户
            </Button>
          </div>
        </div>
      </Sheet>
    </Card>
  )
}
