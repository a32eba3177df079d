import type { CareerIndustry } from '@baiqicha/contract/membership'
import { resultCode } from '@baiqicha/contract/result-codes'
import { useEffect, useState } from 'react'
import { type GiftChoiceKind, toggleChoice, tooManyChoicesMessage } from '../../domain/gift/choice-limit.ts'
import { closeGiftModal, type GiftRequest } from '../../domain/gift/gift-store.ts'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { ApiError } from '../../platform/api/api-error.ts'
import { messages } from '../../platform/api/messages.ts'
import { useCareerIndustryQuery } from '../../platform/membership/career-industry-query.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './gift-dialog.module.css'
import { type GiftOptions, GiftSection } from './gift-section.tsx'
import { giftMessages } from './messages.ts'
import { type ReloadApp, useGiftClaim } from './use-gift-claim.ts'

const kinds = ['career', 'industry'] as const
const titles: Readonly<Record<GiftChoiceKind, string>> = { career: '您的身份', industry: '所属行业' }
const missing: Readonly<Record<GiftChoiceKind, string>> = {
  career: giftMessages.chooseCareer,
  industry: giftMessages.chooseIndustry,
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
