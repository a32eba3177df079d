import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { ReactNode, Ref } from 'react'
import { LogoPlaceholder } from '../../domain/logo-placeholder.tsx'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { webAddress } from '../../lib/web-address.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import factBox from '../../ui/fact-box.module.css'
import utility from '../../ui/utility.module.css'
import { CompanyActions } from './company-actions.tsx'
import styles from './company-header.module.css'
import { listFactSources } from './fact-sources.ts'
import { HeaderTags } from './header-tags.tsx'
import { SourceLines } from './source-lines.tsx'

const groups = ['identity', 'registration', 'people', 'capital', 'contact'] as const

/** Header card: name, tags, three facts, contact data and sources. */
export function CompanyHeader({ detail, ref }: { detail: CompanyDetail; ref?: Ref<HTMLElement> }) {
  return (
    <section ref={ref} className={styles.head} aria-label="企业概要">
      <div className={styles.identity}>
        <LogoPlaceholder company={detail} size="lg" />
        <div className={utility.grow}>
          <h2 className={styles.name}>
            <bdi>{detail.name}</bdi> <CopyButton text={detail.name} label="企业名称" />
          </h2>
          <FormerNames names={detail.formerNames} />
        </div>
      </div>
      <HeaderTags detail={detail} />
      <FactBox detail={detail} />
      <ContactLines detail={detail} />
      <div className={styles.sources}>
        <SourceLines lines={listFactSources(detail, groups)} />
      </div>
      <p className={styles.foot}>
        更新于 {formatDate(detail.updatedAt)} · 浏览 {formatNumber(detail.viewCount)} 次
      </p>
      <CompanyActions detail={detail} />
    </section>
  )
}

function FormerNames({ names }: { names: readonly string[] }) {
  const [newest] = names
  if (newest === undefined) return null
  return (
    <p className={styles.former}>
      曾用名：<bdi>{newest}</bdi>
      {names.length > 1 && `等 ${names.length} 个`}
    </p>
  )
}

function FactBox({ detail }: { detail: CompanyDetail }) {
  const { legalRepresentative: person, registeredCapital: capital } = detail
  return (
    <dl className={`${factBox.box} ${styles.facts}`}>
      <div>
        <dt>{person?.title ?? '法定代表人'}</dt>
        <dd>
          <bdi>{person?.name ?? '-'}</bdi>
          {person?.datedBy != null && <small className={styles.aside}>{person.datedBy}</small>}
        </dd>
      </div>
      <div>
        <dt>注册资本</dt>
        <dd className={styles.amount}>
          {formatNumber(capital?.value)}
          {capital !== null && <small>{capital.unit}</small>}
        </dd>
      </div>
      <div>
        <dt>成立日期</dt>
        <dd className={styles.amount}>{formatDate(detail.foundedOn)}</dd>
      </div>
    </dl>
  )
}

/** Omits absent lines other than code and address. */
function ContactLines({ detail }: { detail: CompanyDetail }) {
  const { creditCode, phones, address, website, email } = detail
  const link = website === null ? null : webAddress(website)
  return (
    <dl className={styles.lines}>
      <Line label="信用代码" action={creditCode !== null && <CopyButton text={creditCode} label="信用代码" />}>
        {creditCode ?? '-'}
      </Line>
      {phones.length > 0 && (
        <Line label="公开电话">
          {phones.map((phone, at) => (
            <span key={`${at}${phone}`} className={styles.phone}>
              {phone}
            </span>
          ))}
        </Line>
      )}
      <Line label="注册地址" action={address !== null && <CopyButton text={address} label="注册地址" />}>
        {address ?? '-'}
      </Line>
      {website !== null && (
        <Line label="网址">
          {link === null ? (
            website
          ) : (
            <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer nofollow">
              {website}
            </a>
          )}
        </Line>
      )}
      {email !== null && <Line label="邮箱">{email}</Line>}
    </dl>
  )
}

function Line({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
        {action}
      </dd>
    </div>
  )
}
