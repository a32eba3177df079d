import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { Card } from '../../ui/card.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import styles from './list-company-note.module.css'

/** Says in one line what is known of a company that only a list names, and from which list. */
export function ListCompanyNote({ detail }: { detail: CompanyDetail }) {
  const { status, creditCode, foundedOn, listings, provenance } = detail
  const source = provenance.identity
  const hasRegisterFacts = status !== null || creditCode !== null || foundedOn !== null || listings.length > 0
  if (hasRegisterFacts || source === undefined) return null
  return (
    <Card>
      <InfoNote>
        仅收录{source.sourceName}公布的信息
        {source.asOf !== null && <span className={styles.together}>（{source.asOf}）</span>}，登记信息未收录。
      </InfoNote>
    </Card>
  )
}
