import type { Choice } from '@baiqicha/contract/membership'
import { useState } from 'react'
import { type GiftChoiceKind, toggleChoice, tooManyChoicesMessage } from '../../domain/gift/choice-limit.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { describeError } from '../../platform/api/messages.ts'
import { useCareerIndustryQuery } from '../../platform/membership/career-industry-query.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { choiceKinds } from './choice-kinds.ts'
import styles from './profile.module.css'

type ChoicesSheetProps = { kind: GiftChoiceKind; chosen: readonly Choice[]; isOpen: boolean; onClose: () => void }

/** Edits a copy of the choices; the button saves it. Give it a new key per opening. */
export function ChoicesSheet({ kind, chosen, isOpen, onClose }: ChoicesSheetProps) {
  const { title, read, save } = choiceKinds[kind]
  const [ids, setIds] = useState<readonly string[]>(() => chosen.map(({ id }) => id))
  const [isSaving, setIsSaving] = useState(false)
  const { data, error, refetch } = useCareerIndustryQuery({ enabled: isOpen })
  const options = data === undefined ? null : read(data)

  const toggle = (id: string, limit: number) => {
    const next = toggleChoice(ids, id, limit)
    if (next === null) showToast(tooManyChoicesMessage(kind, limit))
    else setIds(next)
  }
  const submit = async () => {
    if (isSaving) return
    setIsSaving(true)
    try {
      await save(ids, ids.length === 0 ? `已删除${title}` : '已保存')
      onClose()
    } catch (failure) {
      const rejection = rejectionOf(failure)
      if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
    } finally {
      setIsSaving(false)
    }
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
            <Button trackId="save" busy={isSaving} onClick={() => void submit()}>
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
        <ListState art="failed" title="加载失败" text={describeError(error)} compact>
          <Button trackId="retry" onClick={() => void refetch()}>
            重试
          </Button>
        </ListState>
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
