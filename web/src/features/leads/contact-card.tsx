import {
  AGENCY_COMPANIES,
  type ContactRow,
  type ContactSource,
  type ContactSummary,
  type LeadDetail,
} from '@baiqicha/contract/leads'
import type { ContactState, ContactType } from '@baiqicha/contract/records/contact/contact-type'
import { useState } from 'react'
import { bareAddress, isMasked, mailLink, phoneLink, webAddress } from '../../domain/contacts/contact-links.ts'
import shared from '../../domain/page/shared.module.css'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { Link } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import { leadListPath } from './lead-params.ts'
import { useDial } from './lead-queries.ts'
import styles from './leads.module.css'

/** Evidence in one line, as in 2025 年度报告 · 2026-03-28 公开. */
export const sourceText = ({ name, date }: ContactSource) => (date === null ? name : `${name} · ${date} 公开`)

type Shared = { type: ContactType; sameNumberCount: number }

/** Whether so many companies publish the phone number that it is probably that of an agency; never said of other contacts. */
export const isAgencyNumber = ({ type, sameNumberCount }: Shared) =>
  (type === '固话' || type === '手机') && sameNumberCount >= AGENCY_COMPANIES

/** Label of a contact that several companies publish; null: only this one does, or it is a web address. */
export function sameNumberLabel(contact: Shared): string | null {
  const { type, sameNumberCount: count } = contact
  if (count <= 1 || type === '网址') return null
  if (isAgencyNumber(contact)) return `疑似代理记账（同号 ${count} 家）`
  return `${type === '邮箱' ? '同邮箱' : '同号'} ${count} 家`
}

/** Number of contacts of each type, as in 固话 2 · 手机 1; 网址 is no contact of a person. */
export function summaryText({ landlineCount, mobileCount, emailCount }: ContactSummary): string {
  const parts: [ContactType, number][] = [
    ['固话', landlineCount],
    ['手机', mobileCount],
    ['邮箱', emailCount],
  ]
  return parts.flatMap(([type, count]) => (count > 0 ? [`${type} ${count}`] : [])).join(' · ')
}

export const countContacts = ({ landlineCount, mobileCount, emailCount }: ContactSummary) =>
  landlineCount + mobileCount + emailCount

/** Whether a tap reaches the contact: a masked number can be read only, and a dead one is not answered. */
function isCallable({ type, value, state, canDial }: ContactRow, canDialMobiles: boolean): boolean {
  if (state === '空号' || state === '停机') return false
  return type === '手机' ? canDialMobiles && canDial : type === '固话' && phoneLink(value) !== null
}

/** Contacts by type: those that can be called first, then 推荐, then in the order of the server. */
export function contactGroups({ contacts, canDialMobiles }: Pick<LeadDetail, 'contacts' | 'canDialMobiles'>) {
  const rankOf = (contact: ContactRow) =>
    (isCallable(contact, canDialMobiles) ? 2 : 0) + (contact.labels.includes('推荐') ? 1 : 0)
  const sorted = [...contacts].sort((a, b) => rankOf(b) - rankOf(a))
  const types = [...new Set(sorted.map(({ type }) => type))]
  return types.map((type) => ({ type, contacts: sorted.filter((contact) => contact.type === type) }))
}

/** Entry and title of the form that hides a number. */
export const HIDE_NUMBER = '号码屏蔽申请'

/** Note above contacts while no source of contacts is connected: they come from the register data of the companies. */
export const unconnectedNote = (types: readonly ContactType[]) =>
  types.every((type) => type === '网址') ? '电话未接入，仅展示登记的网址' : '联系方式未接入，仅展示登记的号码'

const stateTones: Readonly<Record<ContactState, TagTone>> = {
  实号: 'green',
  空号: 'mute',
  停机: 'mute',
  沉默: 'mute',
  未知: 'mute',
}
const MASKED = '已脱敏'
/** Words of a state; absent: those of the source. */
const stateLabels: Readonly<Partial<Record<ContactState, string>>> = { 实号: '号码有效' }
/** Sources shown before the list is unfolded. */
const FIRST_SOURCES = 2

type Props = { contact: ContactRow; companyId: string; canDialMobiles: boolean }

/** One number, mailbox or site with what is known of it and who states it. */
export function ContactCard({ contact, companyId, canDialMobiles }: Props) {
  const { value, labels, state, type, dispute } = contact
  const person = [contact.contactName, contact.positions.join('、')].filter(Boolean).join(' · ')
  const place = [contact.area, contact.operator].filter(Boolean).join(' · ')
  return (
    <article className={styles.contact}>
      <div className={styles.contactCardHead}>
        <p className={styles.value}>
          <bdi>{type === '网址' ? bareAddress(value) : value}</bdi>
        </p>
        <Actions contact={contact} companyId={companyId} canDialMobiles={canDialMobiles} />
      </div>
      <div className={styles.tags}>
        {labels.includes('推荐') && <Recommended />}
        {type !== '网址' && state !== '未知' && <Tag tone={stateTones[state]}>{stateLabels[state] ?? state}</Tag>}
        {dispute !== null && <Tag tone="amber">异议处理中</Tag>}
        <SameNumber contact={contact} companyId={companyId} />
      </div>
      {person !== '' && <p className={shared.secondary}>{person}</p>}
      {place !== '' && <p className={shared.secondary}>{place}</p>}
      <div className={styles.foot}>
        <Sources contact={contact} />
        <Link track-id="correct" to={correctionPath({ companyId, recordKind: 'contact' })} className={utility.tap}>
          纠错
        </Link>
      </div>
    </article>
  )
}

function Actions({ contact, companyId, canDialMobiles }: Props) {
  const { type, value } = contact
  const site = type === '网址' ? webAddress(value) : null
  if (site !== null) {
    return (
      <a track-id="website" className={styles.action} href={site} target="_blank" rel="noopener noreferrer">
        打开<span className={utility.spoken}>，在新窗口打开</span>
      </a>
    )
  }
  if (type === '手机') return <MobileAction contact={contact} companyId={companyId} isOn={canDialMobiles} />
  if (isMasked(value)) return <span className={utility.note}>{MASKED}</span>
  const href = type === '邮箱' ? mailLink(value) : phoneLink(value)
  return (
    <span className={styles.actions}>
      <CopyButton text={value} label={type} />
      {href !== null && (
        <a track-id="contact" className={styles.action} href={href}>
          {type === '邮箱' ? '写邮件' : '拨打'}
        </a>
      )}
    </span>
  )
}

type MobileProps = { contact: ContactRow; companyId: string; isOn: boolean }

function MobileAction({ contact, companyId, isOn }: MobileProps) {
  const dial = useDial()
  if (!isOn || !contact.canDial) return <span className={utility.note}>{MASKED}</span>
  const call = () =>
    dial.mutate(
      { companyId, contactId: contact.id },
      { onSuccess: ({ dialsLeft }) => showToast(`今日还可拨打 ${dialsLeft} 次`) },
    )
  return (
    <Button trackId="dial" tone="soft" size="sm" busy={dial.isPending} onClick={call}>
      拨打
    </Button>
  )
}

/** The rule of the label is one tap away. */
function Recommended() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        track-id="recommended"
        type="button"
        className={utility.tap}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Tag>推荐</Tag>
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="推荐">
        <p className={styles.rule}>
          来自最新年报或企业官网，号码状态不是空号，且同号企业不足 10 家的联系方式。推荐不代表号码可接通。
        </p>
      </Sheet>
    </>
  )
}

function SameNumber({ contact, companyId }: { contact: ContactRow; companyId: string }) {
  const label = sameNumberLabel(contact)
  if (label === null) return null
  const tag = <Tag tone={contact.labels.includes('疑似代理记账') ? 'amber' : 'mute'}>{label}</Tag>
  return contact.canListSameNumber ? (
    <Link
      track-id="same-number"
      to={leadListPath({ sameNumber: { contactId: contact.id, companyId } })}
      className={utility.tap}
    >
      {tag}
    </Link>
  ) : (
    tag
  )
}

function Sources({ contact: { sources, sourceCount } }: { contact: ContactRow }) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? sources : sources.slice(0, FIRST_SOURCES)
  return (
    <div className={styles.sources}>
      <ul aria-label="来源">
        {shown.map((source, at) => {
          const text = `${source.category === null ? '' : `${source.category} · `}${sourceText(source)}`
          const href = source.url === null ? null : webAddress(source.url)
          return (
            <li key={`${at}-${text}`}>
              {href === null ? (
                text
              ) : (
                <a track-id="contact-source" href={href} target="_blank" rel="noopener noreferrer">
                  {text}
                </a>
              )}
            </li>
          )
        })}
      </ul>
      {sourceCount > FIRST_SOURCES && (
        <button
          track-id="contact-sources"
          type="button"
          className={utility.tap}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? '收起' : `共 ${sourceCount} 个来源`}
        </button>
      )}
    </div>
  )
}
