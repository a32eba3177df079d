import type { ReactNode } from 'react'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
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
            会员享受更便捷的使用，企业信息对所有用户一致。工商与风险信息永久免费，不因是否为会员而隐藏、延迟或减少。
          </Point>
          <Point icon="gift" title="如何领取">
            登录后选择身份与所属行业，即可免费领取两年会员。无需付款方式，每个手机号限领一次。
          </Point>
          <Point icon="calendar" title="有效期">
            自领取时起，至两年后同日 23:59:59（北京时间）。2 月 29 日领取的，至两年后的 2 月 28 日。
          </Point>
          <Point icon="clock" title="到期后">
            不自动续费，不产生扣款。账号恢复为登录用户，搜索历史、最近浏览与填写的信息均保留。
          </Point>
        </Card>
        <Card label="常见问题">
          <h2 className={styles.heading}>常见问题</h2>
          {membershipQuestions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary track-id="question" className={styles.summary}>
                <span>{question}</span>
                <Icon name="down" size={16} className={styles.arrow} />
              </summary>
              <p className={styles.answer}>{answer}</p>
            </details>
          ))}
        </Card>
        <Card as="nav" label="关于会员">
          <SettingCell trackId="members" icon="crown" label="会员中心" to="/user/members" />
          <SettingCell
            trackId="membership-agreement"
            icon="doc"
            label="会员协议"
            to="/user/agreement?type=membership"
          />
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
