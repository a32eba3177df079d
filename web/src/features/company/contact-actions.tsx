import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { COMPARED_MOST } from '@baiqicha/contract/compared-ids'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { relationPath } from '../../domain/company/company-addresses.ts'
import { summaryOfDetail } from '../../domain/company/stored-companies.ts'
import { comparePath } from '../../domain/compare/compare-bar.tsx'
import { isMasked, mailLink, mapLink, phoneLink, webAddress } from '../../domain/contacts/contact-links.ts'
import { followNotices } from '../../domain/follow/follow-control.ts'
import { GroupSheet } from '../../domain/follow/follow-star.tsx'
import { officialCheckPath } from '../../domain/official-check/official-links.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { assistantPath } from '../../platform/assistant/typed-question.ts'
import { useCompareBasket } from '../../platform/compare/compare-basket.ts'
import { useFollowAfterLogin, useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import styles from './company-header.module.css'

type ContactSheet = 'phone' | 'mail' | 'more'

/** Actions on the published contact data that stand beside 关注, 问百言 and 对比; the others are behind 更多. */
const SHOWN = 1

/** 关注, 问百言, 对比, one action on the published contact data, and 更多; none for a value that no source states. */
export function ContactActions({ detail }: { detail: CompanyDetail }) {
  const [open, setOpen] = useState<ContactSheet | null>(null)
  const { id, phones, email, website, address } = detail
  const site = website === null ? null : webAddress(website)
  const close = () => setOpen(null)
  const contacts = [
    phones.length > 0 && (
      <ActionButton key="phone" icon="phone" label="电话" onClick={() => setOpen('phone')}>
        {phones.length > 1 && <small className={styles.count}>{phones.length}</small>}
      </ActionButton>
    ),
    site !== null && <ActionLink key="site" icon="globe" label="官网" href={site} />,
    email !== null && <ActionButton key="mail" icon="mail" label="邮箱" onClick={() => setOpen('mail')} />,
    address !== null && <ActionLink key="map" icon="pin" label="地图" href={mapLink(address)} />,
  ].filter((action) => action !== false)
  return (
    <div className={styles.contacts}>
      <FollowAction detail={detail} className={styles.action} />
      <PageAction trackId="assistant" icon="bot" label="问百言" to={assistantPath(id)} />
      <CompareAction id={id} />
      {contacts.slice(0, SHOWN)}
      <ActionButton icon="more" label="更多" onClick={() => setOpen('more')} />
      <Sheet open={open === 'more'} onClose={close} title="更多">
        <div className={styles.more}>
          {contacts.slice(SHOWN)}
          <PageAction trackId="official-check" icon="shield" label="官方核查" to={officialCheckPath(id)} />
          <PageAction trackId="relation" icon="link" label="找关系" to={relationPath({ from: id })} />
          <PrintAction onPrint={close} />
        </div>
      </Sheet>
      <Sheet open={open === 'phone'} onClose={close} title="公开电话">
        <ul className={styles.rows}>
          {phones.map((phone, at) => (
            <Contact key={`${at}${phone}`} text={phone} label="电话" href={phoneLink(phone)} action="拨打" />
          ))}
        </ul>
        {phones.some(isMasked) && <p className={styles.note}>手机号码仅展示部分数字</p>}
      </Sheet>
      <Sheet open={open === 'mail'} onClose={close} title="公开邮箱">
        <ul className={styles.rows}>
          {email !== null && <Contact text={email} label="邮箱" href={mailLink(email)} action="写邮件" />}
        </ul>
      </Sheet>
    </div>
  )
}

/** 对比 with the companies in the basket; alone when the basket has no room. */
function CompareAction({ id }: { id: string }) {
  const { chosen } = useCompareBasket()
  const others = (chosen ?? []).map((company) => company.id).filter((other) => other !== id)
  const ids = others.length < COMPARED_MOST ? [...others, id] : [id]
  return <PageAction trackId="compare" icon="vs" label="对比" to={comparePath(ids)} />
}

/** 打印 the page once `onPrint` has closed the sheet. WeChat has no print. */
function PrintAction({ onPrint }: { onPrint: () => void }) {
  if (!('print' in window)) return null
  const print = () => {
    flushSync(onPrint)
    window.print()
  }
  return <ActionButton icon="doc" label="打印" onClick={print} />
}

type ActionProps = { icon: IconName; label: string; children?: ReactNode }

function PageAction({ trackId, icon, label, to }: ActionProps & { trackId: TrackId; to: string }) {
  return (
    <Link track-id={trackId} to={to} className={styles.action}>
      <Icon name={icon} size={20} />
      <span>{label}</span>
    </Link>
  )
}

function ActionButton({ icon, label, children, onClick }: ActionProps & { onClick: () => void }) {
  return (
    <button track-id="contact-action" type="button" className={styles.action} onClick={onClick}>
      <Icon name={icon} size={20} />
      <span>
        {label}
        {children}
      </span>
    </button>
  )
}

function ActionLink({ icon, label, href }: ActionProps & { href: string }) {
  return (
    <a
      track-id="official-site"
      className={styles.action}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      <Icon name={icon} size={20} />
      <span>
        {label}
        <span className={utility.spoken}>，在新窗口打开</span>
      </span>
    </a>
  )
}

type ContactProps = {
  text: string
  /** Name of the value for the copy button. */
  label: string
  /** null: the value is masked, so there is nothing to open. */
  href: string | null
  action: string
}

/** A value with its copy button, and its action when the value is complete. */
function Contact({ text, label, href, action }: ContactProps) {
  return (
    <li className={styles.row}>
      <bdi className={utility.grow}>{text}</bdi>
      {href === null ? (
        <small className={styles.masked}>已隐藏</small>
      ) : (
        <>
          <CopyButton text={text} label={label} />
          <a track-id="contact" className={styles.open} href={href}>
            {action}
          </a>
        </>
      )}
    </li>
  )
}

/** 关注 in the row of actions. `className` is that of the other actions. */
function FollowAction({ detail, className }: { detail: CompanyDetail; className: string | undefined }) {
  const control = useFollowControl(summaryOfDetail(detail), followNotices, detail.listings[0]?.shortName ?? null)
  useFollowAfterLogin(detail.id, () => control.moveTo(''))
  return (
    <>
      <button
        track-id="follow"
        type="button"
        className={classNames(className, control.isFollowed && styles.on)}
        onClick={control.toggle}
      >
        <Icon name="star" size={20} />
        <span>{control.isFollowed ? '已关注' : '关注'}</span>
      </button>
      <GroupSheet control={control} />
    </>
  )
}
