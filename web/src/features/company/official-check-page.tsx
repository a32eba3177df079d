import type { CheckResult, OfficialChecks } from '@baiqicha/contract/official-check'
import { useState } from 'react'
import { companyIdOf } from '../../domain/company/company-addresses.ts'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { CheckProgress, checkedCount, lastCheckedOn } from '../../domain/official-check/check-progress.tsx'
import shared from '../../domain/page/shared.module.css'
import { classNames } from '../../lib/class-names.ts'
import { copyToClipboard } from '../../lib/copy-text.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { useLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import { PageBar, usePageQuery } from '../../platform/navigation/page.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useOfficialChecksQuery, useSaveOfficialCheck } from '../../platform/official-check/official-check-queries.ts'
import { Card } from '../../ui/card.tsx'
import { CardHead } from '../../ui/card-head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './official-check-page.module.css'

/** `/company/check?id`: official sites to look a company up, with what the user found there. */
export function OfficialCheckPage() {
  const id = companyIdOf(usePageQuery(), 'id')
  const { data, error, refetch } = useOfficialChecksQuery(id)
  return (
    <>
      <PageBar title="官方核查" line={data?.isDemo !== true} />
      {data !== undefined && <Checks checks={data} />}
      {data === undefined && (id === '' || error !== null) && (
        <div className={shared.plain}>
          <CompanyFailed failure={readFailure(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data === undefined && id !== '' && error === null && (
        <SkeletonGroups groups={skeletonGroups} className={styles.loading} />
      )}
    </>
  )
}

const skeletonGroups = [
  [
    ['50%', 20],
    ['100%', 88, 8],
  ],
  Array.from({ length: 6 }, (): readonly [string, number] => ['100%', 64]),
] as const

function Checks({ checks: { companyId, name, creditCode, isDemo, sites } }: { checks: OfficialChecks }) {
  const newest = lastCheckedOn(sites)
  return (
    <div className={shared.pageEnd}>
      {isDemo && <DemoStrip text="演示数据：企业为虚构，官方网站查无此企业" />}
      <div className={styles.gap} />
      <Card label="核查进度">
        <CardHead title="本人已核查" aside={`${checkedCount(sites)} / ${sites.length}`}>
          {newest !== null && <span className={styles.newest}>最近 {newest}</span>}
        </CardHead>
        <CheckProgress sites={sites} />
        <dl className={styles.identity}>
          <Identity label="名称" value={name} />
          {creditCode !== null && <Identity label="信用代码" value={creditCode} />}
        </dl>
      </Card>
      <Card label="官方网站">
        <ul>
          {sites.map((site) => (
            <li key={site.site} className={styles.site}>
              <Site companyId={companyId} companyName={name} site={site} />
            </li>
          ))}
        </ul>
      </Card>
      <p className={shared.noteBlock}>
        勾选仅本人可见，在企业页与海报中标为<span className={utility.together}>“本人核查”</span>
        ，随账号导出与删除。打开官方网站时复制企业名称。
      </p>
    </div>
  )
}

/** A value with a copy button that says when it was copied. */
function Identity({ label, value }: { label: string; value: string }) {
  const [isCopied, setIsCopied] = useState(false)
  async function copy() {
    const hasCopied = await copyToClipboard(value)
    setIsCopied(hasCopied)
    showToast(hasCopied ? '已复制' : '复制失败，请长按选择')
  }
  return (
    <div className={styles.identityRow}>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
      <dd>
        <button
          track-id="copy"
          type="button"
          className={classNames(styles.copy, isCopied && styles.copied)}
          aria-label={`复制${label}`}
          onClick={() => void copy()}
        >
          <Icon name={isCopied ? 'check' : 'copy'} size={16} />
          {isCopied ? '已复制' : '复制'}
        </button>
      </dd>
    </div>
  )
}

type CheckedSite = OfficialChecks['sites'][number]

const choices: readonly { result: CheckResult; label: string }[] = [
  { result: 'none', label: '已核查 · 无' },
  { result: 'found', label: '已核查 · 有' },
]

/** Copies the name that the user pastes into the search of the site; a refusal of the browser is no failure of opening it. */
async function copyForSearch(name: string) {
  if (await copyToClipboard(name)) showToast('企业名称已复制')
}

/** A site with its two boxes: one of them, or none, is ticked. */
function Site({
  companyId,
  companyName,
  site: { site, name, finds, url, result, checkedOn },
}: {
  companyId: string
  companyName: string
  site: CheckedSite
}) {
  const save = useSaveOfficialCheck(companyId)
  const requireLogin = useRequireLogin()
  const saveLoginPurpose = useLoginPurpose()
  function choose(next: CheckResult) {
    saveLoginPurpose('保存核查结果')
    if (!save.isPending && requireLogin()) save.mutate({ site, result: next === result ? null : next })
  }
  return (
    <>
      <div className={styles.siteHead}>
        <h3>{name}</h3>
        <a
          track-id="official-register"
          className={classNames(styles.open, utility.tap)}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => void copyForSearch(companyName)}
        >
          打开
          <Icon name="link" size={16} />
          <span className={utility.spoken}>{name}，在新窗口打开</span>
        </a>
      </div>
      <p className={utility.note}>{finds}</p>
      <fieldset className={styles.boxes} aria-label={`${name}核查结果`} aria-busy={save.isPending}>
        {choices.map((choice) => (
          <button
            track-id="official-check-mark"
            key={choice.result}
            type="button"
            className={classNames(styles.box, utility.tapHeight, choice.result === result && styles[choice.result])}
            aria-pressed={choice.result === result}
            onClick={() => choose(choice.result)}
          >
            <span className={styles.tick}>{choice.result === result && <Icon name="check" size={14} />}</span>
            {choice.label}
          </button>
        ))}
        {checkedOn !== null && <span className={styles.day}>{checkedOn}</span>}
      </fieldset>
    </>
  )
}
