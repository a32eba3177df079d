import type { CareerIndustry, Choice } from '@baiqicha/contract/membership'
import { resultCode } from '@baiqicha/contract/result-codes'
import { useEffect, useId, useState } from 'react'
import { closeGiftModal, type GiftRequest } from '../../domain/gift/gift-store.ts'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { ApiError, messages } from '../../platform/api/api-error.ts'
import {
  type GiftChoiceKind,
  toggleChoice,
  tooManyChoicesMessage,
  useCareerIndustryQuery,
} from '../../platform/membership/career-industry-query.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './gift-dialog.module.css'
import { type ReloadApp, useGiftClaim } from './use-gift-claim.ts'

/** null while loading; `retry` after a failure. */
type GiftOptions = readonly Choice[] | null | { retry: () => void }

type GiftSectionProps = {
  title: string
  options: GiftOptions
  /** Ids in the order of selection. */
  chosen: readonly string[]
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onToggle: (id: string) => void
}

const isList = (options: GiftOptions): options is readonly Choice[] => Array.isArray(options)

function summaryOf(options: GiftOptions, chosen: readonly string[]): string {
  const names = isList(options) ? options : []
  return chosen.flatMap((id) => names.find((choice) => choice.id === id)?.name ?? []).join('、')
}

/** One of the two questions: summary, chips, and an arrow to collapse it. */
function GiftSection({ title, options, chosen, isOpen, onOpenChange, onToggle }: GiftSectionProps) {
  const listId = useId()
  const summary = summaryOf(options, chosen)
  const toggle = () => onOpenChange(!isOpen)
  return (
    <section className={styles.section}>
      <h3>
        <button
          track-id="gift-unfold"
          type="button"
          className={styles.giftChoicesHead}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={toggle}
        >
          <span className={styles.giftChoicesTitle}>{title}</span>
          <span className={classNames(styles.summary, summary !== '' && styles.some)}>
            {summary === '' ? '未选择' : summary}
          </span>
        </button>
      </h3>
      <div id={listId} className={styles.list} hidden={!isOpen}>
        <Options options={options} chosen={chosen} title={title} onToggle={onToggle} />
      </div>
      <button
        track-id="unfold"
        data-track-label="收起"
        type="button"
        className={classNames(styles.arrow, utility.tap)}
        aria-label={`${isOpen ? '收起' : '展开'}${title}`}
        onClick={toggle}
      >
        <Icon name={isOpen ? 'up' : 'down'} size={18} />
      </button>
    </section>
  )
}

const skeletonKeys = ['1', '2', '3', '4', '5', '6']

type OptionsProps = Pick<GiftSectionProps, 'options' | 'chosen' | 'title' | 'onToggle'>

function Options({ options, chosen, title, onToggle }: OptionsProps) {
  if (options === null) {
    return (
      <div className={styles.chips} aria-busy="true">
        {skeletonKeys.map((key) => (
          <Skeleton key={key} width="100%" height={36} radius={6} />
        ))}
      </div>
    )
  }
  if (!isList(options)) {
    return (
      <div className={styles.failed}>
        选项加载失败
        <Button trackId="retry" size="sm" tone="line" onClick={options.retry}>
          重试
        </Button>
      </div>
    )
  }
  return (
    <fieldset className={styles.chips} aria-label={title}>
      {options.map(({ id, name }) => (
        <Chip trackId="gift-choice" key={id} block pressed={chosen.includes(id)} onClick={() => onToggle(id)}>
          {name}
        </Chip>
      ))}
    </fieldset>
  )
}

const kinds = ['career', 'industry'] as const
const titles: Readonly<Record<GiftChoiceKind, string>> = { career: '您的身份', industry: '所属行业' }
const missing: Readonly<Record<GiftChoiceKind, string>> = {
  career: '请选择身份',
  industry: '请选择行业',
}
const nothing: Readonly<Record<GiftChoiceKind, readonly string[]>> = { career: [], industry: [] }

/** Form of the gift. Remounted on every opening. */
export function GiftForm({ request, reloadApp }: { request: GiftRequest; reloadApp: ReloadApp }) {
  const { lists, retry } = useGiftLists()
  const { isClaiming, claim } = useGiftClaim(request, reloadApp)
  const [chosen, setChosen] = useState(nothing)
  const [opened, setOpened] = useState<GiftChoiceKind | null>('career')

  const optionsOf = (kind: GiftChoiceKind): GiftOptions => {
    if (lists !== null) return kind === 'career' ? lists.careerList : lists.industryList
    return retry === null ? null : { retry }
  }
  const toggle = (kind: GiftChoiceKind, id: string) => {
    const limit = (kind === 'career' ? lists?.careerLimit : lists?.industryLimit) ?? 0
    const next = toggleChoice(chosen[kind], id, limit)
    if (next === null) showToast(tooManyChoicesMessage(kind, limit))
    else setChosen({ ...chosen, [kind]: next })
  }
  const unanswered = kinds.find((kind) => chosen[kind].length === 0)
  const submit = () => {
    if (unanswered === undefined) return void claim(chosen.career, chosen.industry)
    setOpened(unanswered)
    return showToast(missing[unanswered])
  }

  return (
    <div className={styles.body}>
      {kinds.map((kind) => (
        <GiftSection
          key={kind}
          title={titles[kind]}
          options={optionsOf(kind)}
          chosen={chosen[kind]}
          isOpen={opened === kind}
          onOpenChange={(isOpen) => setOpened(isOpen ? kind : null)}
          onToggle={(id) => toggle(kind, id)}
        />
      ))}
      <Button
        trackId="gift-claim"
        block
        className={styles.claim}
        unready={unanswered !== undefined}
        busy={isClaiming}
        onClick={submit}
      >
        立即领取
      </Button>
      <p className={styles.hint}>
        <span className={utility.phrase}>完成信息填写，以便后续</span>
        <span className={utility.phrase}>我们为您提供更多个性化服务</span>
      </p>
      <p className={styles.agreement}>
        领取即表示同意
        <Link
          track-id="membership-agreement"
          to="/user/agreement?type=membership"
          className={classNames(utility.link, utility.tap)}
        >
          《会员协议》
        </Link>
      </p>
    </div>
  )
}

/** Code of a rejected response or HTTP status (SPEC §6: 403 in the body or as status). */
function codeOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.failure.type === 'network') return null
  return error.failure.type === 'rejected' ? error.failure.code : error.failure.status
}

/**
 * Options of the form, reloaded on every opening. A failure shows a message; an ended session closes the modal (SPEC
 * §4).
 */
function useGiftLists(): { lists: CareerIndustry | null; retry: (() => void) | null } {
  const { data, error, refetch } = useCareerIndustryQuery({ isFresh: true })

  useEffect(() => {
    if (error === null) return
    showToast(messages.listsFailed, { icon: 'alert' })
    if (codeOf(error) === resultCode.noSession) closeGiftModal()
  }, [error])

  const hasNone = data === undefined && error !== null
  return { lists: data ?? null, retry: hasNone ? () => void refetch() : null }
}
