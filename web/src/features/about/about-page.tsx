import type { About, AboutSource, Licence } from '@baiqicha/contract/about'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import shared from '../../domain/page/shared.module.css'
import { formatNumber, formatShanghaiDate } from '../../lib/format.ts'
import { describeError, messages } from '../../platform/api/api-error.ts'
import { useAboutQuery } from '../../platform/content/content-queries.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { Accordion } from '../../ui/accordion.tsx'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import styles from './about-page.module.css'

/** 关于我们: version, filing number, data sources and licences. */
export function AboutPage() {
  const { data, error, errorUpdateCount, refetch } = useAboutQuery()
  useFailureToast(errorUpdateCount, messages.listsFailed)
  return (
    <>
      <PageBar title="关于我们" line />
      {data !== undefined ? (
        <Content about={data} />
      ) : error !== null ? (
        <PageFailed reason={describeError(error)} onRetry={() => void refetch()} />
      ) : (
        <Placeholder />
      )}
    </>
  )
}

function Content({ about }: { about: About }) {
  const { version, icp, sources, unconnectedKinds, licences } = about
  return (
    <div className={shared.cardPage}>
      <Card label="产品">
        <div className={styles.head}>
          <h2 className={styles.product}>百企查</h2>
          <p className={styles.slogan}>查企业 · 看风险 · 知来源</p>
        </div>
        <SettingCell label="版本" value={version} />
        {icp !== null && <SettingCell label="备案号" value={icp} />}
      </Card>
      <Card label="数据来源">
        <h2 className={styles.heading}>数据来源与更新时间</h2>
        {sources.length === 0 ? (
          <p className={styles.none}>尚未接入数据来源。</p>
        ) : (
          <Accordion
            items={sources.map((source) => ({
              title: source.name,
              content: <SourceFacts source={source} />,
              isOpen: false,
            }))}
          />
        )}
      </Card>
      {unconnectedKinds.length > 0 && (
        <Card label="未接入的数据">
          <h2 className={styles.heading}>未接入的数据</h2>
          <p className={styles.text}>{unconnectedKinds.join('、')}</p>
          <p className={styles.note}>未接入的数据在页面上标明，不代表企业没有此类记录。</p>
        </Card>
      )}
      <Card label="开放许可">
        <h2 className={styles.heading}>开放许可</h2>
        <Accordion
          items={[{ title: `${licences.length} 个软件与素材`, content: <Licences list={licences} />, isOpen: false }]}
        />
      </Card>
    </div>
  )
}

function SourceFacts({ source: { scope, licence, asOf, lastImport, records } }: { source: AboutSource }) {
  const rows = [
    { label: '范围', content: scope },
    { label: '许可', content: licence },
    { label: '数据截至', content: asOf ?? '来源未注明' },
    { label: '最近导入', content: lastImport === null ? '无记录' : formatShanghaiDate(lastImport) },
    ...records.map(({ title, count }) => ({ label: title, content: `${formatNumber(count)} 条` })),
  ]
  return <FactList rows={rows} className={styles.facts} />
}

const Licences = ({ list }: { list: readonly Licence[] }) => (
  <ul className={styles.licences}>
    {list.map(({ name, version, licence }) => (
      <li key={`${name} ${version}`}>
        <span>
          {name}
          {version !== null && ` ${version}`}
        </span>
        <span>{licence}</span>
      </li>
    ))}
  </ul>
)

const Placeholder = () => (
  <div className={shared.cardPage} aria-busy="true">
    {[168, 320, 120].map((height) => (
      <div key={height} className={styles.placeholder}>
        <Skeleton width="100%" height={height} radius={12} />
      </div>
    ))}
  </div>
)
