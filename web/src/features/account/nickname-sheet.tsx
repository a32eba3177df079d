import { NICKNAME_LENGTH } from '@baiqicha/contract/account'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { type FormEvent, useState } from 'react'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './profile.module.css'
import { saveProfile } from './save-profile.ts'

type NicknameSheetProps = { nickname: string | null; isOpen: boolean; onClose: () => void }

const { min, max } = NICKNAME_LENGTH
const rule = `昵称为 ${min}–${max} 个字`

/** Counts code points. An empty nickname deletes it; the server checks the remaining rules. */
function faultOf(nickname: string): string | undefined {
  const length = Array.from(nickname).length
  return length === 0 || (length >= min && length <= max) ? undefined : rule
}

export function NicknameSheet({ isOpen, onClose, ...rest }: NicknameSheetProps) {
  return (
    <Sheet open={isOpen} onClose={onClose} title="昵称">
      <NicknameForm {...rest} onClose={onClose} />
    </Sheet>
  )
}

function NicknameForm({ nickname, onClose }: Omit<NicknameSheetProps, 'isOpen'>) {
  const [text, setText] = useState(nickname ?? '')
  const [error, setError] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    const fault = faultOf(wanted)
    setError(fault)
    if (fault !== undefined || isSaving) return
    if (wanted === (nickname ?? '')) return onClose()
    setIsSaving(true)
    try {
      await saveProfile(accountRoutes.saveNickname, { nickname: wanted }, wanted === '' ? '已删除昵称' : '已保存')
      onClose()
    } catch (failure) {
      setError(rejectionOf(failure)?.message)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <TextField
        label="昵称"
        placeholder={`${min}–${max} 个字`}
        autoComplete="nickname"
        value={text}
        onChange={(typed) => {
          setText(typed)
          setError(undefined)
        }}
        error={error}
      />
      <p className={styles.help}>留空保存即删除昵称，并显示脱敏手机号。</p>
      <Button trackId="save" type="submit" block busy={isSaving}>
        保存
      </Button>
    </form>
  )
}
