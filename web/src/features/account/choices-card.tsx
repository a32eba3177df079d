import type { UserDetail } from '@baiqicha/contract/account'
import type { CareerIndustry, Choice } from '@baiqicha/contract/membership'
import { membershipRoutes } from '@baiqicha/contract/routes/membership'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import { classNames } from '../../lib/class-names.ts'
import { describeError } from '../../platform/api/api-error.ts'
import {
  type GiftChoiceKind,
  toggleChoice,
  tooManyChoicesMessage,
  useCareerIndustryQuery,
} from '../../platform/membership/career-industry-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './account.module.css'
import { saveProfile, showRejection } from './run-setting-call.ts'

type ChoiceKindDetails = {
  title: string
  read: (answer: CareerIndustry) => { list: readonly Choice[]; limit: number }
  /** An empty list deletes the choice. Throws `ApiError`. */
  save: (ids: readonly string[], done: string) => Promise<void>
}

const choiceKinds: Readonly<Record<GiftChoiceKind, ChoiceKindDetails>> = {
  career: {
    title: '身份',
    read: ({ careerList, careerLimit }) => ({ list: careerList, limit: careerLimit }),
    save: (ids, done) => saveProfile(membershipRoutes.saveCareer, { careerIdStr: ids.join(',') }, done),
  },
  industry: {
    title: '行业',
    read: ({ industryList, industryLimit }) => ({ list: industryList, limit: industryLimit }),
    save: (ids, done) => saveProfile(membershipRoutes.saveIndustry, { industryIdStr: ids.join(',') }, done),
  },
}

type ChoicesSheetProps = { kind: GiftChoiceKind; chosen: readonly Choice[]; isOpen: boolean; onClose: () => void }

/** Edits a copy of the choices; the button saves it. Give it a new key per opening. */
function ChoicesSheet({ kind, chosen, isOpen, onClose }: ChoicesSheetProps) {
  const { title, read, save } = choiceKinds[kind]
  const [ids, setIds] = useState<readonly string[]>(() => chosen.map(({ id }) => id))
  const { mutate, isPending } = useMutation({
    mutationFn: () => save(ids, ids.length === 0 ? `已删除${title}` : '已保存'),
    onSuccess: onClose,
    onError: showRejection,
  })
  const { data, error, refetch } = useCareerIndustryQuery({ enabled: isOpen })
  const options = data === undefined ? null : read(data)

  const toggle = (id: string, limit: number) => {
    const next = toggleChoice(ids, id, limit)
    if (next === null) showToast(tooManyChoicesMessage(kind, limit))
    else setIds(next)
  }

  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title={options === null ? title : `${title}（最多 ${options.limit} 项）`}
      foot={
        options !== null && (
          <>
            <Button trackId="clear" tone="line" onClick={() => setIds([])}>
              清空
            </Button>
            <Button trackId="save" busy={isPending} onClick={() => mutate()}>
              {ids.length === 0 ? '保存' : `保存 ${ids.length} 项`}
            </Button>
          </>
        )
      }
    >
      {options !== null ? (
        <div className={styles.options}>
          {options.list.map(({ id, name }) => (
            <Chip
              trackId="identity-choice"
              key={id}
              block
              pressed={ids.includes(id)}
              onClick={() => toggle(id, options.limit)}
            >
              {name}
            </Chip>
          ))}
        </div>
      ) : error !== null ? (
        <PageFailed reason={describeError(error)} compact onRetry={() => void refetch()} />
      ) : (
        <OptionsSkeleton />
      )}
    </Sheet>
  )
}

const skeletonKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

function OptionsSkeleton() {
  return (
    <div className={styles.options} aria-busy="true">
      {skeletonKeys.map((key) => (
        <Skeleton key={key} width="100%" height={36} radius={6} />
      ))}
    </div>
  )
}

/** Identity and industry, both optional. */
export function ChoicesCard({ user }: { user: UserDetail }) {
  return (
    <Card label="身份与行业">
      <ChoiceGroup kind="career" chosen={user.careerList} />
      <ChoiceGroup kind="industry" chosen={user.industryList} />
      <p className={styles.optional}>选填，用于个性化服务，不填不影响使用。</p>
    </Card>
  )
}

function ChoiceGroup({ kind, chosen }: { kind: GiftChoiceKind; chosen: readonly Choice[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [opening, setOpening] = useState(0)
  const { title, save } = choiceKinds[kind]

  const open = () => {
    setOpening(opening + 1)
    setIsOpen(true)
  }
  const confirmAndDelete = async () => {
    const isSure = await confirmDialog({
      title: `删除${title}？`,
      text: `将删除已选择的 ${chosen.length} 项`,
      confirm: '删除',
      danger: true,
    })
    if (!isSure) return
    try {
      await save([], `已删除${title}`)
    } catch (error) {
      showRejection(error)
    }
  }

  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.groupHead}>
        <h2 className={styles.groupTitle}>{title}</h2>
        {chosen.length > 0 && (
          <button
            track-id="delete"
            data-track-label="删除"
            type="button"
            className={classNames(styles.delete, utility.tap)}
            aria-label={`删除${title}`}
            onClick={() => void confirmAndDelete()}
          >
            删除
          </button>
        )}
        <button
          track-id="choices-edit"
          data-track-label="编辑"
          type="button"
          className={classNames(styles.edit, utility.tap)}
          aria-label={`编辑${title}`}
          onClick={open}
        >
          编辑
        </button>
      </div>
      {chosen.length === 0 ? (
        <p className={styles.none}>未选择</p>
      ) : (
        <ul className={styles.chosen}>
          {chosen.map(({ id, name }) => (
            <li key={id} className={styles.choice}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <ChoicesSheet key={opening} kind={kind} chosen={chosen} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  )
}
