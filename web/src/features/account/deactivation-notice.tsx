import { DEACTIVATION_DAYS } from '@baiqicha/contract/account'
import { useId, useState } from 'react'
import { daysLeft } from '../../lib/days-left.ts'
import { Link } from '../../lib/router/router.tsx'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import type { UserInfo } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckCircle } from '../../ui/check-circle.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './deactivation.module.css'

type Loss = { title: string; text: string }

function lossesOf({ isVip, vipExpireAt, canClaimGift }: UserInfo): Loss[] {
  const losses: Loss[] = []
  if (isVip && vipExpireAt !== null) {
    losses.push({
      title: `会员剩余 ${daysLeft(vipExpireAt)} 天失效`,
      text: `原有效期至 ${formatShanghaiDate(vipExpireAt)}，注销后不可恢复或转让`,
    })
  }
  losses.push({
    title: '资料与使用记录',
    text: '手机号、密码、昵称、身份、行业、搜索历史与浏览记录，删除后无法找回',
  })
  if (!canClaimGift) {
    losses.push({ title: '不可再次领取赠送会员', text: '该手机号已领取过，重新注册不再赠送' })
  }
  return losses
}

/** First step: consequences to confirm before anything is sent. */
export function DeactivationNotice({ user, onNext }: { user: UserInfo; onNext: () => void }) {
  const id = useId()
  const [isUnderstood, setIsUnderstood] = useState(false)
  return (
    <>
      <Card className={styles.card}>
        <h2 className={styles.title}>注销后将清除以下数据</h2>
        <ul>
          {lossesOf(user).map(({ title, text }) => (
            <li key={title} className={styles.loss}>
              <Icon name="alert" size={18} className={styles.lossIcon} />
              <div>
                <p className={styles.lossTitle}>{title}</p>
                <p className={styles.text}>{text}</p>
              </div>
            </li>
          ))}
          <li className={styles.loss}>
            <Icon name="clock" size={18} className={styles.timeIcon} />
            <div>
              <p className={styles.lossTitle}>{DEACTIVATION_DAYS} 天内可以撤销</p>
              <p className={styles.text}>
                提交后所有设备立即退出登录；{DEACTIVATION_DAYS} 天内重新登录可撤销注销，之后删除
              </p>
            </div>
          </li>
        </ul>
        <p className={styles.retained}>
          删除后仍依法保留的内容见
          <Link track-id="privacy-policy" to="/user/privacy_policy" className={styles.link}>
            《隐私政策》
          </Link>
          。
        </p>
      </Card>
      <div className={styles.agree}>
        <CheckCircle
          trackId="deactivation-understood"
          checked={isUnderstood}
          onChange={setIsUnderstood}
          labelledBy={id}
        />
        <p id={id} className={styles.agreeText}>
          我已知晓并同意注销
        </p>
      </div>
      <div className={styles.actions}>
        <Button trackId="deactivation-next" block disabled={!isUnderstood} onClick={onNext}>
          下一步
        </Button>
      </div>
    </>
  )
}
