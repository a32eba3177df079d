import type { ReactNode } from 'react'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import shared from '../../domain/page/shared.module.css'
import { PageBar } from '../../platform/navigation/page.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './members-page.module.css'

const membershipQuestions = [
  {
    question: '会自动续费吗？',
    answer: '不会。领取时无需付款方式，到期后自动终止，不产生费用。',
  },
  {
    question: '会员可查看的企业信息更多吗？',
    answer: '不会。登录用户与会员可查看的企业信息一致，权益区别以会员中心的权益对照表为准。',
  },
  {
    question: '可以不填写身份与行业吗？',
    answer: '可以。关闭领取窗口即可，不影响查询企业；之后可在“我的 › 会员中心”领取。',
  },
  {
    question: '填写的身份与行业可以删除吗？',
    answer: '可以。可随时在“信息管理”查看、修改或删除，已领取的会员不受影响。',
  },
  {
    question: '已是会员，还可以再领两年吗？',
    answer: '每个手机号限领一次。领取时会员未到期的，在原到期日上顺延两年；已领取的不可再领。',
  },
  {
    question: '注销账户后，会员如何处理？',
    answer: '账户删除后，剩余会员有效期不再保留，同一手机号重新注册不可再次领取。七天内撤销注销的，会员不受影响。',
  },
] as const

/** 会员介绍: benefits, duration, and what happens at the end. */
export function MembersIntroductionPage() {
  return (
    <>
      <PageBar title="会员介绍" line />
      <div className={shared.cardPage}>
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
          <h2 className={styles.introductionHeading}>常见问题</h2>
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
        <h2 className={styles.introductionTitle}>{title}</h2>
        <p className={styles.introductionText}>{children}</p>
      </div>
    </section>
  )
}
