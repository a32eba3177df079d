import { groupParties } from '@baiqicha/contract/records/case-words'
import type { Amount, Field, FieldValue, Party, RecordEvent, Tone } from '@baiqicha/contract/records/fields'
import { classNames } from '../../lib/class-names.ts'
import { formatDate, formatNumber, formatPercent, isHanging } from '../../lib/format.ts'
import { FoldedText } from '../../ui/folded-text.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { CompanyLink } from '../company/company-link.tsx'
import { webAddress } from '../contacts/contact-links.ts'
import shared from '../page/shared.module.css'
import { amountOf, eventsIn, partiesOf, passagesOf, textsOf } from './record-content.ts'
import styles from './record-value.module.css'

/** Maximum number of names per role in a list row. */
const BRIEF_LIMIT = 3

type PartyListProps = { parties: readonly Party[]; ownId: string | null; isBrief: boolean }

/** Parties of a record, one per line. Known companies are links; the company of the page is marked. */
export function PartyList({ parties, ownId, isBrief }: PartyListProps) {
  if (parties.length === 0) return '-'
  const shown = isBrief ? putFirst(parties, ownId).slice(0, BRIEF_LIMIT) : parties
  return (
    <span className={utility.grow}>
      {shown.map((party, at) => (
        <span key={`${at}${party.name}`} className={classNames(styles.party, isBrief && styles.briefParty)}>
          <PartyName party={party} ownId={ownId} />
          {!isBrief && party.statement !== null && <bdi className={styles.statement}>{party.statement}</bdi>}
        </span>
      ))}
      {shown.length < parties.length && <span className={shared.quiet}>等 {parties.length} 方</span>}
    </span>
  )
}

/** Parties of all roles in one text: the first of each role and their number, the side of the own company first. */
export function PartyLine({ parties, ownId }: Pick<PartyListProps, 'parties' | 'ownId'>) {
  return (
    <bdi>
      {groupParties(putFirst(parties, ownId))
        .map(({ role, parties: members }) => {
          const [first] = members
          const name = first?.cid !== null && first?.cid === ownId ? '本企业' : (first?.name ?? '-')
          return `${role} ${name}${members.length > 1 ? `等 ${members.length} 方` : ''}`
        })
        .join('；')}
    </bdi>
  )
}

/** Moves the company of the page to the front, so that it is never cut off. */
const putFirst = (parties: readonly Party[], ownId: string | null): Party[] => [
  ...parties.filter(({ cid }) => cid !== null && cid === ownId),
  ...parties.filter(({ cid }) => cid === null || cid !== ownId),
]

function PartyName({ party, ownId }: { party: Party; ownId: string | null }) {
  if (party.cid === null) return <bdi>{party.name}</bdi>
  if (party.cid !== ownId) return <CompanyLink id={party.cid} name={party.name} />
  return (
    <span className={styles.own}>
      <bdi>{party.name}</bdi>
      <Tag>本企业</Tag>
    </span>
  )
}

type Props = {
  field: Field
  value: FieldValue | undefined
  /** Id of the company that the value names; its page is linked. */
  companyId?: string | undefined
  /** Id of the company of the page: marked among parties and not linked. */
  ownId?: string | null
  /** Without colours: the record is past or disputed. */
  isPlain?: boolean
  /** In a list: long text is cut; the record's own page shows all of it. */
  isBrief?: boolean
}

/**
 * Value of a record's field by its type. Text of a source is never rendered as markup. An absent value is shown as '-'.
 */
export function RecordValue({ field, value, companyId, ownId = null, isPlain = false, isBrief = false }: Props) {
  switch (field.type) {
    case 'amount':
      return <AmountText amount={amountOf(value)} />
    case 'percent':
      return formatPercent(typeof value === 'number' ? value : null)
    case 'count':
      return formatNumber(typeof value === 'number' ? value : null)
    case 'words':
      return <PlainText label={field.label} text={textsOf(value).join('、') || '-'} isBrief={isBrief} />
    case 'lines':
      return <Lines texts={textsOf(value)} />
    case 'events':
      return <Events events={eventsIn(value)} />
    case 'parties':
      return <PartyList parties={partiesOf(value)} ownId={ownId} isBrief={isBrief} />
    case 'passages':
      return <Lines texts={passagesOf(value).map(({ title, text }) => `${title}：${text}`)} />
    default:
      return typeof value === 'string' && value.trim() !== '' ? (
        <TextValue
          field={field}
          text={value}
          link={companyId === ownId ? undefined : companyId}
          isPlain={isPlain}
          isBrief={isBrief}
        />
      ) : (
        '-'
      )
  }
}

type TextProps = { field: Field; text: string; link: string | undefined; isPlain: boolean; isBrief: boolean }

function TextValue({ field, text, link, isPlain, isBrief }: TextProps) {
  if (field.type === 'date') return formatDate(text)
  if (field.type === 'dateTime') return text
  if (field.type === 'link') return <SiteLink address={text}>查看原文</SiteLink>
  if (link !== undefined)
    return (
      <span className={styles.company}>
        <CompanyLink id={link} name={text} />
      </span>
    )
  const tone = field.type === 'word' && !isPlain ? field.tones?.[text] : undefined
  return <PlainText label={field.label} text={text} isBrief={isBrief} className={tone && toneClass[tone]} />
}

/** Number of characters that fit on four lines in any mode. */
const SHORT = 40

type PlainTextProps = { label: string; text: string; isBrief: boolean; className?: string | undefined }

/** Text of any length: cut in a list, collapsible elsewhere. */
export function PlainText({ label, text, isBrief, className }: PlainTextProps) {
  if (!isBrief && text.length > SHORT) {
    return (
      <bdi className={utility.grow}>
        <FoldedText text={text} label={label} />
      </bdi>
    )
  }
  return (
    <bdi className={classNames(className, isBrief && styles.brief, isHanging(text) && utility.hanging)}>{text}</bdi>
  )
}

const toneClass: Readonly<Record<Tone, string | undefined>> = {
  red: styles.red,
  amber: styles.amber,
  green: styles.green,
  mute: styles.mute,
}

/** Amount with its unit one size smaller; the unit never wraps to its own line. */
function AmountText({ amount }: { amount: Amount | null }) {
  if (amount === null) return '-'
  return (
    <span className={shared.bold}>
      {formatNumber(amount.value)}
      {'\u00a0'}
      <small className={styles.unit}>{amount.unit}</small>
    </span>
  )
}

/** Link that a source gives, opened in a new window. Shown as text unless it is an http(s) URL. */
function SiteLink({ address, children }: { address: string; children: string }) {
  const url = webAddress(address)
  if (url === null) return <bdi>{address}</bdi>
  return (
    <a
      track-id="record-link"
      data-track-label=""
      className={utility.link}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {children}
      <span className={utility.spoken}>，在新窗口打开</span>
    </a>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return '-'
  return (
    <span className={utility.grow}>
      {texts.map((text, at) => (
        <bdi key={`${at}${text}`} className={styles.line}>
          {text}
        </bdi>
      ))}
    </span>
  )
}

function Events({ events }: { events: readonly RecordEvent[] }) {
  if (events.length === 0) return '-'
  return (
    <span className={utility.grow}>
      {events.map(({ date, content }, at) => (
        <span key={`${at}${content}`} className={styles.line}>
          {date !== null && <span className={styles.date}>{formatDate(date)}</span>}
          <bdi>{content}</bdi>
        </span>
      ))}
    </span>
  )
}
