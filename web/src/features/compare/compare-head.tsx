import type { ComparedCompany } from '@baiqicha/contract/company-comparison'
import { COMPARED_MOST } from '@baiqicha/contract/compared-ids'
import { companyPath } from '../../domain/company/company-path.ts'
import { LogoPlaceholder } from '../../domain/company/logo-placeholder.tsx'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './compare-head.module.css'

type Props = {
  companies: readonly ComparedCompany[]
  /** null: the page itself offers companies. */
  onAdd: (() => void) | null
  onRemove: (id: string) => void
}

/** The companies, which stay on screen. A third one can be added, and one of three removed. */
export function CompareHead({ companies, onAdd, onRemove }: Props) {
  const isFull = companies.length === COMPARED_MOST
  return (
    <div className={styles.head} data-companies={companies.length}>
      {!isFull && onAdd !== null && (
        <button track-id="compare-add" type="button" className={styles.add} onClick={onAdd}>
          <Icon name="plus" size={20} />
          加一家
        </button>
      )}
      {companies.map((company) => (
        <div key={company.id} className={styles.company}>
          <Link track-id="compare-company" to={companyPath(company.id)} className={styles.name}>
            <LogoPlaceholder company={company} size="xs" />
            <bdi>{company.briefName}</bdi>
            {company.isDemo ? <Tag tone="demo">演示数据</Tag> : company.code !== null && <small>{company.code}</small>}
          </Link>
          {isFull && (
            <button
              track-id="compare-remove"
              type="button"
              className={styles.remove}
              aria-label={`移除${company.briefName}`}
              onClick={() => onRemove(company.id)}
            >
              <Icon name="close" size={14} />
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
