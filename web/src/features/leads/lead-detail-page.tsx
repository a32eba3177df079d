import type { LeadDetail } from '@baiqicha/contract/leads'
import { resultCode } from '@baiqicha/contract/result-codes'
import { companyIdOf } from '../../domain/company/company-addresses.ts'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { CompanyTags } from '../../domain/company/company-tags.tsx'
import { mapLink } from '../../domain/contacts/contact-links.ts'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { PageBar, usePageQuery } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt } from '../../platform/navigation/page-frame.tsx'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DemoStrip, InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import { ContactCard, contactGroups, unconnectedNote } from './contact-card.tsx'
import { HideNumberAction } from './hide-number-action.tsx'
import { useLeadDetailQuery } from './lead-queries.ts'
import styles from './leads.module.css'

/** `/phoneDetail?id`: every published contact of a company, with its evidence. */
export function LeadDetailPage() {
  const { isLoggedIn } = useSession()
  const id = companyIdOf(usePageQuery(), 'id')
  return (
    <>
      <PageBar title="联系方式" line />
      {isLoggedIn ? <Contacts id={id} /> : <PageLoginPrompt purpose="查看联系方式" />}
    </>
  )
}

function Contacts({ id }: { id: string }) {
  const query = useLeadDetailQuery(id)
  if (id === '') return <NotFound />
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  return <Shown detail={query.data} />
}

/** A company looked at today, or with a website alone, uses no look. */
const isFree = ({ isRepeated, contacts }: LeadDetail) =>
  isRepeated || (contacts.length > 0 && contacts.every(({ type }) => type === '网址'))

function Shown({ detail }: { detail: LeadDetail }) {
  const { company, contacts, connected, address } = detail
  return (
    <>
      {company.isDemo && <DemoStrip text="演示数据：本页企业与号码均为虚构" />}
      <div className={styles.head}>
        <h2 className={styles.name}>
          <CompanyLink id={company.id} name={company.name} />
        </h2>
        <CompanyTags
          company={{ ...company, isDishonestDebtor: false, isJudgmentDebtor: false, isConsumptionRestricted: false }}
        />
        {address !== null && (
          <p className={styles.address}>
            <bdi>{address}</bdi>
            <a
              track-id="map"
              className={utility.tap}
              href={mapLink(address)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label="地图，在新窗口打开"
            >
              地图
            </a>
          </p>
        )}
        <p className={styles.left}>
          今日还可查看 <b>{detail.revealsLeft}</b> 家{isFree(detail) && '，本次不计入次数'}
        </p>
      </div>
      {!connected && contacts.length > 0 && (
        <InfoNote tone="amber">{unconnectedNote(contacts.map(({ type }) => type))}</InfoNote>
      )}
      {contacts.length === 0 ? (
        <ListState
          art={connected ? 'none' : 'unconnected'}
          title={connected ? '未查询到联系方式' : '未接入该数据源'}
          text={detail.asOf === null ? '未收录不代表不存在' : `截至 ${detail.asOf}，未查询到不代表没有`}
        />
      ) : (
        contactGroups(detail).map((group) => (
          <section key={group.type} className={styles.group} aria-label={group.type}>
            <h3>
              {group.type} <span>{group.contacts.length}</span>
            </h3>
            <Card as="div">
              {group.contacts.map((contact) => (
                <ContactCard
                  key={contact.id}
                  contact={contact}
                  companyId={company.id}
                  canDialMobiles={detail.canDialMobiles}
                />
              ))}
            </Card>
          </section>
        ))
      )}
      <p className={styles.own}>
        <HideNumberAction />
      </p>
    </>
  )
}

const NotFound = () => <ListState art="nothing" title="未找到该企业" />

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const rejection = rejectionOf(error)
  const goBack = useGoBack()
  if (rejection?.code === resultCode.notFound) return <NotFound />
  const isLimited = rejection?.code === resultCode.tooManyRequests
  return (
    <ListState
      art={isLimited ? 'nothing' : 'failed'}
      title={isLimited ? '今日查看次数已用完' : '加载失败'}
      text={describeError(error)}
    >
      {isLimited ? (
        <Button trackId="back" onClick={goBack}>
          返回
        </Button>
      ) : (
        <Button trackId="retry" onClick={onRetry}>
          重试
        </Button>
      )}
    </ListState>
  )
}

function Loading() {
  return (
    <div className={skeleton.delayed} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      <div className={styles.head}>
        <Skeleton width={220} height={18} />
        <Skeleton width={140} height={14} />
      </div>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.loading}>
          <Skeleton width={180} height={20} />
          <Skeleton width={240} height={12} />
        </div>
      ))}
    </div>
  )
}
