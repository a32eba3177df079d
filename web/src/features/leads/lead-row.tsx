import type { LeadRow as Lead } from '@baiqicha/contract/leads'
import { memo } from 'react'
import { companyCapital } from '../../domain/company/company-capital.ts'
import { CompanyHitRow } from '../../domain/company/company-hit-row.tsx'
import { DatedPerson } from '../../domain/company/dated-person.tsx'
import { leadingPerson } from '../../domain/company/leading-person.ts'
import { followNotices } from '../../domain/follow/follow-notices.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { formatDate } from '../../lib/format.ts'
import { bareAddress } from '../../lib/web-address.ts'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { countContacts, isAgencyNumber, sameNumberLabel, sourceText, summaryText } from './contact-text.ts'
import { leadDetailPath } from './lead-params.ts'
import styles from './lead-row.module.css'

/** Contacts are no risk information: the row shows none. */
const withoutRisks = { isDishonestDebtor: false, isJudgmentDebtor: false, isConsumptionRestricted: false } as const

/** A company with its first contact; links to all of them. */
export const LeadItem = memo(function LeadItem({ lead, isNamesake }: { lead: Lead; isNamesake: boolean }) {
  const control = useFollowControl(lead, followNotices)
  return (
    <CompanyHitRow
      hit={{ ...lead, ...withoutRisks }}
      to={leadDetailPath(lead.id)}
      isNamesake={isNamesake}
      star={<FollowStar company={lead} control={control} />}
    >
      <Facts lead={lead} />
      <FirstContact lead={lead} />
    </CompanyHitRow>
  )
})

function Facts({ lead }: { lead: Lead }) {
  const person = leadingPerson(lead)
  const facts = [
    { label: '注册资本', value: companyCapital(lead) },
    { label: '成立日期', value: lead.foundedOn === null ? null : formatDate(lead.foundedOn) },
    { label: '地区', value: lead.region },
    { label: '行业', value: lead.industry },
  ].filter(({ value }) => value !== null)
  return (
    <p className={styles.facts}>
      {person !== null && (
        <DatedPerson year={person.year}>
          <span className={lead.leadingOfficer === null ? utility.spoken : undefined}>{person.title} </span>
          <bdi>{person.name}</bdi>
        </DatedPerson>
      )}
      {facts.map(({ label, value }) => (
        <span key={label}>
          <span className={utility.spoken}>{label} </span>
          <bdi>{value}</bdi>
        </span>
      ))}
    </p>
  )
}

function FirstContact({ lead: { firstContact, contactSummary } }: { lead: Lead }) {
  if (firstContact === null) return <p className={styles.none}>未收录联系方式</p>
  const { source, type, value } = firstContact
  const shared = sameNumberLabel(firstContact)
  const count = countContacts(contactSummary)
  return (
    <div className={styles.contact}>
      <div className={styles.first}>
        <p className={styles.value}>
          <b>
            <bdi>{type === '网址' ? bareAddress(value) : value}</bdi>
          </b>
          {source.category !== null && <Tag>{source.category}</Tag>}
          {shared !== null && <Tag tone={isAgencyNumber(firstContact) ? 'amber' : 'mute'}>{shared}</Tag>}
        </p>
        <p className={styles.source}>{sourceText(source)}</p>
        {count > 0 && <p className={styles.source}>{summaryText(contactSummary)}</p>}
      </div>
      <span className={styles.open}>{count === 0 ? '查看' : `查看 ${count} 个`}</span>
    </div>
  )
}
