import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { PersonLink } from '../../domain/company/person-link.tsx'
import { personPath } from '../../domain/company/person-path.ts'
import { textsOf } from '../../domain/record/record-content.ts'
import { formatDate } from '../../lib/format.ts'
import { ExpandableListCard } from './expandable-list-card.tsx'
import styles from './people-and-branches.module.css'

export function KeyPeopleCard({ companyId }: { companyId: string }) {
  return (
    <ExpandableListCard kind="keyPerson" title="主要人员" unit="人" companyId={companyId}>
      {(row) => <Person row={row} companyId={companyId} />}
    </ExpandableListCard>
  )
}

function Person({ row: { id, fields, sources }, companyId }: { row: RecordRow; companyId: string }) {
  const since = textOf(fields, 'appointedDate')
  const asOf = sources[0]?.asOf ?? null
  return (
    <div className={styles.line}>
      <span className={styles.name}>
        <PersonLink to={personPath(companyId, { recordId: id })} name={textOf(fields, 'name') ?? '-'} />
      </span>
      <span className={styles.aside}>
        <bdi>{textsOf(fields['positions']).join('、') || '未收录职务'}</bdi>
        {since !== null && <span> · {formatDate(since)} 任职</span>}
        {since === null && asOf !== null && <span> · 截至 {asOf}</span>}
      </span>
    </div>
  )
}

export function BranchCard({ companyId }: { companyId: string }) {
  return (
    <ExpandableListCard kind="branch" title="分支机构" unit="家" companyId={companyId}>
      {(row) => <Branch row={row} />}
    </ExpandableListCard>
  )
}

function Branch({ row: { fields, links } }: { row: RecordRow }) {
  const name = textOf(fields, 'name') ?? '-'
  const id = links['name']
  const details = [
    `负责人 ${textOf(fields, 'legalRep') ?? '-'}`,
    textOf(fields, 'status'),
    textOf(fields, 'region'),
    textOf(fields, 'foundedDate'),
  ].filter((text) => text !== null)
  return (
    <>
      {id === undefined ? <bdi>{name}</bdi> : <CompanyLink id={id} name={name} />}
      <p className={styles.aside}>
        <bdi>{details.join(' · ')}</bdi>
      </p>
    </>
  )
}
