import { CompanyRow } from '../../domain/company/company-row.tsx'
import { useSavedCompanies } from '../../domain/company/use-saved-companies.ts'
import { describeError } from '../../platform/api/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CriticalIcon as Icon } from '../../ui/critical-icon.tsx'
import { CriticalListState as ListState } from '../../ui/critical-list-state.tsx'
import styles from './ranking-card.module.css'

type RankingFailedProps = { error: unknown; isRetrying: boolean; onRetry: () => void }

/** Error state of the ranking with the companies viewed before. */
export function RankingFailed({ error, isRetrying, onRetry }: RankingFailedProps) {
  const savedCompanies = useSavedCompanies()
  return (
    <>
      <ListState compact art="failed" title="加载失败" text={describeError(error)}>
        <Button trackId="retry" busy={isRetrying} onClick={onRetry}>
          <Icon name="refresh" size={18} />
          重试
        </Button>
      </ListState>
      {savedCompanies.length > 0 && (
        <>
          <p className={styles.offline}>可离线查看的企业</p>
          {savedCompanies.map((company) => (
            <CompanyRow key={company.id} company={company} variant="compact" note="已离线保存" />
          ))}
        </>
      )}
    </>
  )
}
