import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { EMPLOYEES_NOTE, INSURED_NOTE } from '@baiqicha/contract/records/staff-notes'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import { SessionLink } from '../../platform/navigation/session-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import { CardHead } from './card-head.tsx'
import styles from './job-seeker-card.module.css'
import { type JobSeekerFact, listJobSeekerFacts, listYears } from './job-seeker-facts.ts'

/** Facts for job seekers, each with its date and a link to its list. */
export function JobSeekerCard({ detail }: { detail: CompanyDetail }) {
  const [today] = useState(() => formatShanghaiDate(new Date().toISOString()))
  const facts = listJobSeekerFacts(detail, today)
  const unconnected = facts.filter(({ isUnconnected }) => isUnconnected)
  return (
    <Card label="求职关注">
      <CardHead title="求职关注" />
      <ul className={styles.facts}>
        {facts.map(
          (fact) =>
            fact.isUnconnected !== true && (
              <li key={fact.label}>
                <FactLine fact={fact} />
              </li>
            ),
        )}
      </ul>
      <InsuredYears insured={detail.jobSeeker.insured} employees={detail.jobSeeker.employees} />
      {unconnected.length > 0 && (
        <p className={styles.note}>未接入：{unconnected.map(({ label }) => label).join('、')}</p>
      )}
      <p className={classNames(styles.note, utility.hanging)}>“未接入”“未查询到”均不代表没有；仅统计当前有效记录。</p>
    </Card>
  )
}

function FactLine({ fact: { label, value, aside, tone, to } }: { fact: JobSeekerFact }) {
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.answer}>
        <span className={classNames(styles.value, tone !== null && styles[tone])}>{value}</span>
        {aside !== null && <small className={styles.aside}>{aside}</small>}
      </span>
      {to !== null && <Icon name="right" size={14} className={styles.arrow} />}
    </>
  )
  if (to === null) return <div className={styles.fact}>{content}</div>
  return (
    <SessionLink track-id="job-seeker-row" to={to} className={styles.fact}>
      {content}
    </SessionLink>
  )
}

function InsuredYears({ insured, employees }: Pick<CompanyDetail['jobSeeker'], 'insured' | 'employees'>) {
  const hasEmployees = employees.length > 0
  return (
    <>
      {(insured.length > 0 || !hasEmployees) && (
        <div className={styles.insured}>
          <h3 className={styles.subtitle}>参保人数</h3>
          {insured.length === 0 ? <p className={styles.unpublished}>参保人数未收录</p> : <YearBars counts={insured} />}
          <p className={styles.aboutInsured}>{INSURED_NOTE}</p>
        </div>
      )}
      {hasEmployees && (
        <div className={styles.insured}>
          <h3 className={styles.subtitle}>员工人数</h3>
          <YearBars counts={employees} />
          <p className={styles.aboutInsured}>{EMPLOYEES_NOTE}</p>
        </div>
      )}
    </>
  )
}

/** One bar per year; a year between two others that was not published is marked as such. */
function YearBars({ counts }: { counts: readonly { year: number; count: number }[] }) {
  const years = listYears(counts)
  const most = Math.max(1, ...years.map(({ count }) => count ?? 0))
  return (
    <dl>
      {years.map(({ year, count }) => (
        <div key={year} className={styles.year}>
          <dt>{year} 年报</dt>
          <dd>
            <span className={styles.track} aria-hidden="true">
              {count !== null && <i className={styles.bar} style={{ width: `${(count / most) * 100}%` }} />}
            </span>
            <span className={classNames(styles.people, count === null && styles.unpublished)}>
              {count === null ? '未收录' : `${formatNumber(count)} 人`}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
