import { FOLLOW_GROUP_LENGTH } from '@baiqicha/contract/follow'
import { TextField } from '../../ui/field.tsx'

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
