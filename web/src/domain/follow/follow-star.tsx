import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { FOLLOW_GROUP_LENGTH, FOLLOW_GROUP_LIMIT } from '@baiqicha/contract/follow'
import { type FormEvent, useId, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceList } from '../../ui/choice-list.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import rowStyles from '../company/company-row.module.css'
import type { FollowControl } from './follow-control.ts'
import styles from './follow-star.module.css'

/** 关注 as a star at the end of the name in a row of companies. Its place is reserved, so that nothing moves. */
export function FollowStar({ company, control }: { company: CompanySummary; control: FollowControl }) {
  const { isFollowed, toggle } = control
  return (
    <>
      <button
        track-id="follow"
        data-track-label="关注"
        type="button"
        className={classNames(rowStyles.corner, styles.star, isFollowed && styles.on)}
        aria-label={`关注${company.name}`}
        aria-pressed={isFollowed}
        onClick={toggle}
      >
        <Icon name="star" size={20} />
      </button>
      <GroupSheet control={control} />
    </>
  )
}

/** Chooses the group of a followed company, or creates one. */
export function GroupSheet({ control }: { control: FollowControl }) {
  const { isGrouping, setIsGrouping } = control
  return (
    <Sheet open={isGrouping} onClose={() => setIsGrouping(false)} title="选择分组">
      <Groups control={control} />
    </Sheet>
  )
}

function Groups({ control: { group: current, groups, moveTo, setIsGrouping } }: { control: FollowControl }) {
  function choose(group: string) {
    setIsGrouping(false)
    if (group !== current) moveTo(group)
  }

  return (
    <>
      <ChoiceList
        trackId="follow-group-choice"
        choices={['', ...groups].map((group) => ({ value: group, label: group === '' ? '不分组' : group }))}
        value={current}
        onChoose={choose}
      />
      {groups.length < FOLLOW_GROUP_LIMIT ? (
        <NewGroup onCreate={choose} />
      ) : (
        <p className={styles.full}>分组已达 {FOLLOW_GROUP_LIMIT} 个上限</p>
      )}
    </>
  )
}

function NewGroup({ onCreate }: { onCreate: (name: string) => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const title = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') setError('请输入分组名称')
    else onCreate(wanted)
  }

  return (
    <form className={styles.form} aria-labelledby={title} onSubmit={submit}>
      <h3 id={title} className={styles.title}>
        新建分组
      </h3>
      <div className={styles.line}>
        <GroupNameField
          value={name}
          error={error}
          onChange={(text) => {
            setName(text)
            setError('')
          }}
        />
        <Button trackId="follow-group-create" type="submit">
          新建
        </Button>
      </div>
    </form>
  )
}

type Props = { value: string; error: string; onChange: (name: string) => void }

/** Field for the name of a group of follows. */
export function GroupNameField(props: Props) {
  return (
    <TextField
      {...props}
      label="分组名称"
      placeholder={`分组名称，最多 ${FOLLOW_GROUP_LENGTH} 字`}
      maxLength={FOLLOW_GROUP_LENGTH}
      enterKeyHint="done"
    />
  )
}
