import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { SectionKey } from '@baiqicha/contract/records/kind-table'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber, formatShanghaiDate } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { shareLink } from '../../lib/share-link.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { useLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSheetOnTap } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './company-page.module.css'
import { companyDetailKey } from './company-queries.ts'

/** Kinds that the page lists itself. Records of other kinds have 纠错 in their own lists. */
const listedKinds = [
  'keyPerson',
  'reportedRepresentative',
  'listEntry',
  'branch',
  'changeRecord',
] as const satisfies SectionKey[]

const content = (
  <>
    <Icon name="edit" size={18} />
    纠错
  </>
)

/** The one 纠错 of a company page. A sheet names the parts of the page where there are several. */
function CompanyCorrection({ detail: { id, sections } }: { detail: CompanyDetail }) {
  const { Sheet, isOpen, open, close } = useSheetOnTap(
    async () => (await import('./correction-sheet.tsx')).CorrectionSheet,
  )
  const kinds = listedKinds.filter((key) =>
    sections.some((section) => section.key === key && (section.counts?.current ?? 0) > 0),
  )
  if (kinds.length === 0) {
    return (
      <Link track-id="correct" to={correctionPath({ companyId: id })} className={styles.action}>
        {content}
      </Link>
    )
  }
  return (
    <>
      <button track-id="correct-choose" type="button" className={styles.action} aria-haspopup="dialog" onClick={open}>
        {content}
      </button>
      {Sheet !== null && <Sheet companyId={id} kinds={kinds} open={isOpen} onClose={close} />}
    </>
  )
}

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

/** Opens the choice of a report's parts; a user who is no member is led to the membership. */
function ReportAction({ detail: { id, sections } }: { detail: CompanyDetail }) {
  const { Sheet, isOpen, open, close } = useSheetOnTap(async () => (await import('./report-sheet.tsx')).ReportSheet)
  const isVip = useIsVip()
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  const saveLoginPurpose = useLoginPurpose()
  return (
    <>
      <button
        track-id="report-choose"
        type="button"
        className={classNames(styles.action, styles.wide)}
        aria-haspopup={isVip ? 'dialog' : undefined}
        onClick={() => {
          saveLoginPurpose('生成报告')
          if (!requireLogin()) return
          if (isVip) open()
          else void navigate('/user/members')
        }}
      >
        <Icon name="doc" size={18} />
        <span>
          生成报告
          {!isVip && <small className={styles.count}>会员功能</small>}
        </span>
      </button>
      {Sheet !== null && <Sheet companyId={id} sections={sections} open={isOpen} onClose={close} />}
    </>
  )
}

/** Fewest views that are shown. */
const FEWEST_VIEWS = 10

/** Actions below all tabs, 纠错 and 申请更新, and the number of views. */
export function CompanyActions({ detail }: { detail: CompanyDetail }) {
  const { id, updateRequests, viewCount } = detail
  const [today] = useState(() => formatShanghaiDate(new Date().toISOString()))
  const request = useUpdateRequest(id)
  const requireLogin = useRequireLogin()
  const saveLoginPurpose = useLoginPurpose()
  return (
    <section className={styles.companyActionsFoot} aria-label="纠错与更新">
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
        <ReportAction detail={detail} />
      </div>
      {viewCount >= FEWEST_VIEWS && <p className={styles.views}>浏览 {formatNumber(viewCount)} 次</p>}
      <p className={styles.printed}>
        百企查 · 依据公开来源整理，非征信报告 · 打印于 {today}
        <span>{shareLink(companyPath(id))}</span>
      </p>
    </section>
  )
}
