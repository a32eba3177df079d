import { groupParties } from '@baiqicha/contract/records/case-words'
import type { Party } from '@baiqicha/contract/records/fields'
import { classNames } from '../../lib/class-names.ts'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { CompanyLink } from '../company/company-link.tsx'
import styles from './record-parties.module.css'

/** Maximum number of names per role in a list row. */
const BRIEF_LIMIT = 3

type Props = { parties: readonly Party[]; ownId: string | null; isBrief: boolean }

/** Parties of a record, one per line. Known companies are links; the company of the page is marked. */
export function PartyList({ parties, ownId, isBrief }: Props) {
  if (parties.length === 0) return '-'
  const shown = isBrief ? putFirst(parties, ownId).slice(0, BRIEF_LIMIT) : parties
  return (
    <span className={utility.grow}>
      {shown.map((party, at) => (
        <span key={`${at}${party.name}`} className={classNames(styles.party, isBrief && styles.brief)}>
          <PartyName party={party} ownId={ownId} />
          {!isBrief && party.statement !== null && <bdi className={styles.statement}>{party.statement}</bdi>}
        </span>
      ))}
      {shown.length < parties.length && <span className={styles.rest}>等 {parties.length} 方</span>}
    </span>
  )
}

/** Parties of all roles in one text: the first of each role and their number, the side of the own company first. */
export function PartyLine({ parties, ownId }: Pick<Props, 'parties' | 'ownId'>) {
  return (
    <bdi>
      {groupParties(putFirst(parties, ownId))
        .map(({ role, parties: members }) => {
          const [first] = members
          const name = first?.cid !== null && first?.cid === ownId ? '本企业' : (first?.name ?? '-')
          return `${role} ${name}${members.length > 1 ? `等 ${members.length} 方` : ''}`
        })
        .join('；')}
    </bdi>
  )
}

/** Moves the company of the page to the front, so that it is never cut off. */
const putFirst = (parties: readonly Party[], ownId: string | null): Party[] => [
  ...parties.filter(({ cid }) => cid !== null && cid === ownId),
  ...parties.filter(({ cid }) => cid === null || cid !== ownId),
]

function PartyName({ party, ownId }: { party: Party; ownId: string | null }) {
  if (party.cid === null) return <bdi>{party.name}</bdi>
  if (party.cid !== ownId) return <CompanyLink id={party.cid} name={party.name} />
  return (
    <span className={styles.own}>
      <bdi>{party.name}</bdi>
      <Tag>本企业</Tag>
    </span>
  )
}
