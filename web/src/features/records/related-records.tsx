import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordDetail } from '@baiqicha/contract/records/record'
import { recordDetailPath, recordListPath } from '../../domain/record/record-paths.ts'
import { formatNumber } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CardTitle } from './card-title.tsx'
import styles from './related-records.module.css'

type Related = RecordDetail['related'][number]
type Props = Pick<RecordDetail, 'related' | 'companyId'>

/** Number of records listed per kind; the others are counted. */
const NAMED = 3

type Row = { key: string; label: string; texts: string; to: string | null }

/** Records of the same matter. A kind without detail pages links to its list. */
export function RelatedRecords({ related, companyId }: Props) {
  if (related.length === 0) return null
  return (
    <Card>
      <CardTitle aside="同案号或执行依据">相关记录</CardTitle>
      <ul>
        {listRows(related, companyId).map(({ key, label, texts, to }) => (
          <li key={key} className={styles.item}>
            {to === null ? (
              <span className={styles.row}>
                <RowText label={label} texts={texts} />
              </span>
            ) : (
              <Link track-id="related-row" className={styles.row} to={to}>
                <RowText label={label} texts={texts} />
                <Icon name="right" size={16} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function RowText({ label, texts }: Pick<Row, 'label' | 'texts'>) {
  return (
    <>
      <span className={styles.label}>{label}</span>
      <bdi className={styles.texts}>{texts}</bdi>
    </>
  )
}

const listOf = (key: RecordKindKey, companyId: string | null) =>
  companyId === null ? null : recordListPath(key, companyId)

function listRows(related: readonly Related[], companyId: string | null): Row[] {
  const kinds = [...new Set(related.map(({ recordKind }) => recordKind))]
  return kinds.flatMap((key): Row[] => {
    const ofKind = related.filter(({ recordKind }) => recordKind === key)
    const label = recordKinds[key].title
    if (ofKind.length > NAMED) {
      return [{ key, label, texts: `${formatNumber(ofKind.length)} 条`, to: listOf(key, companyId) }]
    }
    return ofKind.map(({ id, title, hasDetail }) => ({
      key: id,
      label,
      texts: title,
      to: hasDetail ? recordDetailPath(key, id, companyId) : listOf(key, companyId),
    }))
  })
}
