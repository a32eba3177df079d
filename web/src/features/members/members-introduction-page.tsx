import type { ReactNode } from 'react'
import { SettingCell } from '../../domain/setting-cell.tsx'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-paths.ts'
import styles from './members-introduction-page.module.css'
import { membershipQuestions } from './membership-questions.ts'

/** 会员介绍: benefits, duration, and what happens at the end. */
export function MembersIntroductionPage() {
  return (
    <>
      <BackBar title="会员介绍" line onBack={useGoBack()} />
      <div className={styles.page}>
        <Card label="会员介绍">
          <Point icon="crown" title="会员是什么">
            会员增加的是使用上的便利，不是更多的事实。企业的工商与风险事实永久免费，不因是否为会员而隐藏、延迟或减少。
          </Point>
          <Point icon="gift" title="怎样取得">
            登录后选择您的身份与所属行业，即可免费领取两年会员。不需要付款方式，每个手机号只能领取一次。
          </Point>
          <Point icon="calendar" title="有多久">
            从领取时起，到两年后同一天的 23:59:59（北京时间）为止。在 2 月 29 日领取的，到两年后的 2 月 28 日为止。
          </Point>
          <Point icon="clock" title="到期以后">
            不自动续费，也不会扣款。账号恢复为登录用户，搜索历史、最近浏览与填写的信息都不会被删除。
          </Point>
        </Card>
        <Card label="常见问题">
          <h2 className={styles.heading}>常见问题</h2>
          {membershipQuestions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary className={styles.summary}>
                <span>{question}</span>
                <Icon name="down" size={16} className={styles.arrow} />
              </summary>
              <p className={styles.answer}>{answer}</p>
            </details>
          ))}
        </Card>
        <Card as="nav" label="关于会员">
          <SettingCell icon="crown" label="会员中心" to="/user/members" />
          <SettingCell icon="doc" label="会员协议" to="/user/agreement?type=membership" />
        </Card>
      </div>
    </>
  )
}

function Point({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section className={styles.point}>
      <span className={styles.tile}>
        <Icon name={icon} size={20} />
      </span>
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{children}</p>
      </div>
    </section>
  )
}
