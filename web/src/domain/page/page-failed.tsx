import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { CompanyRow } from '../company/company-row.tsx'
import { useSavedCompanies } from '../company/use-saved-companies.ts'
import shared from './shared.module.css'

type PageFailedProps = {
  title?: string
  reason?: string | undefined
  /** Fits into a part of a page whose other parts loaded. */
  compact?: boolean
  isRetrying?: boolean
  onRetry: () => void
}

/** Error state of a page or a part: reason and retry. */
export const PageFailed = ({
  title = '加载失败',
  reason,
  compact = false,
  isRetrying = false,
  onRetry,
}: PageFailedProps) => (
  <ListState art="failed" title={title} text={reason} compact={compact}>
    <Button trackId="retry" busy={isRetrying} onClick={onRetry}>
      <Icon name="refresh" size={18} />
      重试
    </Button>
  </ListState>
)

/** Error state of a list: reason, retry, and the companies that can still be read offline. */
export function ListFailed({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  const savedCompanies = useSavedCompanies()
  return (
    <>
      <PageFailed reason={reason} onRetry={onRetry} />
      {savedCompanies.length > 0 && (
        <section className={shared.offline}>
          <h2>可离线查看的企业</h2>
          {savedCompanies.map((company) => (
            <CompanyRow key={company.id} company={company} variant="compact" note="已离线保存" />
          ))}
        </section>
      )}
    </>
  )
}
