import { type FollowList } from '@baiqicha/contract/follow'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GroupNameField } from '../../domain/follow/group-name-field.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { withRenamedGroup } from '../../platform/follow/follow-list.ts'
import { FOLLOW_LIST_KEY } from '../../platform/follow/follow-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './company-list.module.css'

type Props = {
  group: string
  groups: readonly string[]
  isOpen: boolean
  onClose: () => void
  /** Called with the new name; empty: the group is dissolved. */
  onRenamed: (name: string) => void
}

/** Renames a group or dissolves it. The companies stay followed. */
export function RenameSheet({ group, groups, isOpen, onClose, onRenamed }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(group)
  const [error, setError] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: (to: string) => callApi(followRoutes.renameFollowGroup, { from: group, to }),
    onSuccess: (_done, to) => {
      onClose()
      client.setQueryData<FollowList>(FOLLOW_LIST_KEY, (follows) => follows && withRenamedGroup(follows, group, to))
      showToast(to === '' ? '分组已解散' : '分组已重命名', { icon: 'check', isForNextPage: true })
      onRenamed(to)
      return client.invalidateQueries({ queryKey: FOLLOW_LIST_KEY })
    },
    onError: (failure) => setError(rejectionOf(failure)?.message ?? ''),
  })

  function save() {
    const wanted = name.trim()
    if (wanted === '') setError('请输入分组名称')
    else if (wanted === group) onClose()
    else mutate(wanted)
  }

  const willMerge = name.trim() !== group && groups.includes(name.trim())
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title="编辑分组"
      foot={
        <>
          <Button trackId="follow-group-dissolve" tone="line" busy={isPending} onClick={() => mutate('')}>
            解散分组
          </Button>
          <Button trackId="save" busy={isPending} onClick={save}>
            保存
          </Button>
        </>
      }
    >
      <form
        className={styles.renameForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save()
        }}
      >
        <GroupNameField
          value={name}
          error={error}
          onChange={(text) => {
            setName(text)
            setError('')
          }}
        />
        <p className={styles.renameNote}>
          {willMerge ? '已有同名分组，保存后合并' : '解散分组后，企业仍在“我的关注”中'}
        </p>
      </form>
    </Sheet>
  )
}
