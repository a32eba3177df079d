import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { kindTable, type SectionKey } from '@baiqicha/contract/records/kind-table'
import type { ReportPart } from '@baiqicha/contract/report'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { companyReportRoutes } from '@baiqicha/contract/routes/report'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import { shareLink } from '../../lib/share-link.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { useLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './company-actions.module.css'
import { companyDetailKey } from './company-queries.ts'
import { type CompanySection, companyTabs, connectedOf, unconnectedOf } from './section-views.ts'

type PartGroup = { title: string; parts: readonly { part: ReportPart; label: string }[] }

const groupTabs = ['overview', 'legalRisk', 'businessRisk'] as const

/** Parts of a report that can be chosen: those that are connected. */
function partGroups(sections: readonly CompanySection[]): PartGroup[] {
  const [overview, ...risks] = groupTabs.map((tab) => ({
    title: companyTabs[tab].label,
    parts: connectedOf(tab, sections).map(({ key }) => ({ part: key, label: kindTable[key].title })),
  }))
  const own: PartGroup['parts'] = [
    { part: 'register', label: '工商信息' },
    { part: 'ownership', label: '股权结构' },
  ]
  return [{ title: '概览', parts: [...own, ...(overview?.parts ?? [])] }, ...risks].filter(
    ({ parts }) => parts.length > 0,
  )
}

type Props = { companyId: string; sections: readonly CompanySection[]; open: boolean; onClose: () => void }

/** Choice of the parts of a report, and its order. */
function ReportSheet({ companyId, sections, open, onClose }: Props) {
  const navigate = useNavigate()
  const groups = partGroups(sections)
  const all = groups.flatMap(({ parts }) => parts.map(({ part }) => part))
  const [left, setLeft] = useState<ReadonlySet<ReportPart>>(new Set())
  const chosen = all.filter((part) => !left.has(part))
  const toggle = (part: ReportPart) =>
    setLeft((last) => (last.has(part) ? new Set([...last].filter((one) => one !== part)) : new Set([...last, part])))
  const order = useMutation({
    mutationFn: () =>
      callApi(companyReportRoutes.createReport, {
        companyId,
        // A report always states what is not connected.
        ...(left.size > 0 && { sections: [...chosen, ...unconnectedOf(groupTabs, sections).map(({ key }) => key)] }),
      }),
    onSuccess: () => {
      onClose()
      void navigate('/user/report')
    },
    onError: (error) => {
      const rejection = rejectionOf(error)
      if (rejection !== null) showToast(rejection.message)
    },
  })
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="企业信息报告"
      foot={
        <>
          <Button
            trackId="report-parts"
            tone="line"
            onClick={() => setLeft(left.size === 0 ? new Set(all) : new Set())}
          >
            {left.size === 0 ? '清空' : '全选'}
          </Button>
          <Button
            trackId="report-create"
            busy={order.isPending}
            unready={chosen.length === 0}
            onClick={() => (chosen.length === 0 ? showToast('请选择报告内容') : order.mutate())}
          >
            生成报告
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        {groups.map(({ title, parts }) => (
          <section key={title}>
            <h3 className={styles.title}>{title}</h3>
            <fieldset className={chips.grid} aria-label={title}>
              {parts.map(({ part, label }) => (
                <Chip key={part} trackId="report-part" block pressed={!left.has(part)} onClick={() => toggle(part)}>
                  {label}
                </Chip>
              ))}
            </fieldset>
          </section>
        ))}
        <p className={styles.note}>依据公开来源整理，非征信报告。未接入的内容会在报告中注明。</p>
      </div>
    </Sheet>
  )
}

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
  const [isOpen, setIsOpen] = useState(false)
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
      <button
        track-id="correct-choose"
        type="button"
        className={styles.action}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {content}
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="纠错">
        <SettingCell trackId="correct" label="工商信息" to={correctionPath({ companyId: id })} />
        {kinds.map((key) => (
          <SettingCell
            key={key}
            trackId="correct"
            label={kindTable[key].title}
            to={correctionPath({ companyId: id, recordKind: key })}
          />
        ))}
      </Sheet>
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
  const [isOpen, setIsOpen] = useState(false)
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
          if (isVip) setIsOpen(true)
          else void navigate('/user/members')
        }}
      >
        <Icon name="doc" size={18} />
        <span>
          生成报告
          {!isVip && <small className={styles.count}>会员功能</small>}
        </span>
      </button>
      <ReportSheet companyId={id} sections={sections} open={isOpen} onClose={() => setIsOpen(false)} />
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
