import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '../../lib/format.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { useLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './company-actions.module.css'
import { CompanyCorrection } from './company-correction.tsx'
import { companyDetailKey } from './company-queries.ts'

/** Requests an update of the company's data. Repeated requests count once. */
function useUpdateRequest(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(correctionRoutes.requestUpdate, { companyId: id }),
    onSuccess: ({ updateRequests }) => {
      client.setQueryData<CompanyDetail>(companyDetailKey(id), (detail) => detail && { ...detail, updateRequests })
      showToast('已收到申请，更新后可在本页查看')
    },
    onError: (error) => {
      const rejection = rejectionOf(error)
      if (rejection !== null) showToast(rejection.message)
    },
  })
}

/** Fewest views that are shown. */
const FEWEST_VIEWS = 10

/** Actions below all tabs, 纠错 and 申请更新, and the number of views. */
export function CompanyActions({ detail }: { detail: CompanyDetail }) {
  const { id, updateRequests, viewCount } = detail
  const request = useUpdateRequest(id)
  const requireLogin = useRequireLogin()
  const saveLoginPurpose = useLoginPurpose()
  return (
    <section className={styles.foot} aria-label="纠错与更新">
      <div className={styles.actions}>
        <CompanyCorrection detail={detail} />
        <button
          track-id="update-request"
          type="button"
          className={styles.action}
          aria-busy={request.isPending}
          onClick={() => {
            saveLoginPurpose('申请更新')
            if (!request.isPending && requireLogin()) request.mutate()
          }}
        >
          <Icon name="refresh" size={18} />
          <span>
            申请更新
            {updateRequests > 0 && <small className={styles.count}>已有 {updateRequests} 人申请</small>}
          </span>
        </button>
      </div>
      {viewCount >= FEWEST_VIEWS && <p className={styles.views}>浏览 {formatNumber(viewCount)} 次</p>}
    </section>
  )
}
