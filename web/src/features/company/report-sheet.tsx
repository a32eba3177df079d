import { kindTable } from '@baiqicha/contract/records/kind-table'
import type { ReportPart } from '@baiqicha/contract/report'
import { companyReportRoutes } from '@baiqicha/contract/routes/report'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import shared from '../../domain/page/shared.module.css'
import { useNavigate } from '../../lib/router/router.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { Button } from '../../ui/button.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './report-sheet.module.css'
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
export function ReportSheet({ companyId, sections, open, onClose }: Props) {
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
      <div className={shared.padded}>
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
