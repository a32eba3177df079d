import { type DebtorSearchAnswer, PERSON_GROUP_LIMIT } from '@baiqicha/contract/people'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { recordViewLabels } from '@baiqicha/contract/records/record'
import { companyRoutes } from '@baiqicha/contract/routes/company'
import { useQuery } from '@tanstack/react-query'
import { OfficialCheckLink, OfficialSiteButton } from '../../domain/official-check/official-links.tsx'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import { formatNumber } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { apiQuery } from '../../platform/api/client.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { type DebtorSearchInput, FORM_PATH, formPath, searchQueryOf } from './debtor-search.ts'
import { unitOf } from './messages.ts'
import type { DebtorView } from './people-queries.ts'

const { officialSite } = recordKinds.dishonestExecutor

type Props = {
  search: DebtorSearchInput
  view: DebtorView
  answer: DebtorSearchAnswer
  onView: (view: DebtorView) => void
}

/** Empty state: no source is connected, too many groups, none under the filter, or none found. */
export function NoDebtors({ search, view, answer, onView }: Props) {
  const { connected, needsNarrowing, groupsOfName, asOf } = answer
  const hasGroups = groupsOfName.current + groupsOfName.history > 0
  const unit = unitOf(search)
  const other = view === 'current' ? 'history' : 'current'
  if (!connected && !hasGroups) {
    return (
      <ListState art="unconnected" title="未接入该数据源" text="暂未接入失信被执行人数据，无法判断是否有相关记录">
        <CompanyCheck search={search} />
        <OfficialSiteButton site={officialSite} />
      </ListState>
    )
  }
  if (needsNarrowing) {
    return (
      <ListState art="nothing" title={`同名记录超过 ${PERSON_GROUP_LIMIT} 组`} text="请补充省份或证件号后查询">
        <ChangeSearch label="补充条件" search={search} />
      </ListState>
    )
  }
  if ((search.certNo !== '' || search.province !== '') && hasGroups) {
    return (
      <ListState art="nothing" title="没有符合条件的记录" text={`不限证件号与省份：${groupsText(groupsOfName, unit)}`}>
        <ChangeSearch label="修改条件" search={search} />
      </ListState>
    )
  }
  if (groupsOfName[other] > 0) {
    return (
      <ListState
        art="none"
        title={`${connected ? `${recordViewLabels[view]} 0 ${unit}，` : ''}${recordViewLabels[other]} ${formatNumber(groupsOfName[other])} ${unit}`}
        text={asOf === null ? undefined : `数据截至 ${asOf}`}
      >
        <Button trackId="view-other" tone="line" onClick={() => onView(other)}>
          查看{recordViewLabels[other]} {formatNumber(groupsOfName[other])} {unit}
        </Button>
      </ListState>
    )
  }
  return (
    <ListState
      art="none"
      title={asOf === null ? '未查询到' : `截至 ${asOf} 未查询到`}
      text="未查询到不代表没有，请以官方网站为准"
    >
      <OfficialSiteButton site={officialSite} />
    </ListState>
  )
}

/** Way to 官方核查 of the company that has exactly the searched name. */
function CompanyCheck({ search: { name, subjectType } }: { search: DebtorSearchInput }) {
  const { data } = useQuery({
    ...apiQuery(['companyByName', name], companyRoutes.companySuggest, { keyword: name }),
    enabled: subjectType === '企业',
  })
  const company = data?.list.find((one) => one.name === name)
  return company === undefined ? null : <OfficialCheckLink companyId={company.id} />
}

const groupsText = ({ current, history }: DebtorSearchAnswer['groupsOfName'], unit: string) =>
  `${recordViewLabels.current} ${formatNumber(current)} ${unit}，${recordViewLabels.history} ${formatNumber(history)} ${unit}`

function ChangeSearch({ label, search }: { label: string; search: DebtorSearchInput | null }) {
  const navigate = useNavigate()
  return (
    <Button
      trackId="change-search"
      onClick={() => void navigate(search === null ? FORM_PATH : formPath(searchQueryOf(search)))}
    >
      {label}
    </Button>
  )
}

/** The request failed, or the limit of the day is reached, which the server states. */
export function DebtorsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = readFailure(error)
  if (failure?.type === 'limited') {
    return (
      <ListState art="failed" title="查询次数受限" text={failure.reason}>
        <ChangeSearch label="返回查询" search={null} />
      </ListState>
    )
  }
  return <PageFailed reason={failure?.reason} onRetry={onRetry} />
}
