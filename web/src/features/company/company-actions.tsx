import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { correctionPath } from '../../domain/record-paths.ts'
import { Link } from '../../lib/router/router.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './company-actions.module.css'
import { companyDetailKey } from './company-queries.ts'

/** Requests an update of the company's data. Repeated requests count once. */
function useUpdateRequest(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(correctionRoutes.requestUpdate, { companyId: id }),
    onSuccess: ({ updateRequests }) => {
      client.setQueryData<CompanyDetail>(companyDetailKey(id), (detail) => detail && { ...detail, updateRequests })
      showToast('已登记，数据更新后可在本页看到')
    },
    onError: (error) => {
      const rejection = rejectionOf(error)
      if (rejection !== null) showToast(rejection.message)
    },
  })
}

/** Actions: 纠错 and 申请更新. */
export function CompanyActions({ detail: { id, updateRequests } }: { detail: CompanyDetail }) {
  const request = useUpdateRequest(id)
  const requireLogin = useRequireLogin()
  return (
    <div className={styles.actions}>
      <Link to={correctionPath({ companyId: id })} className={styles.action}>
        <Icon name="edit" size={18} />
        纠错
      </Link>
      <button
        type="button"
        className={styles.action}
        aria-busy={request.isPending}
        onClick={() => {
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
  )
}
