import { kindTable, type SectionKey } from '@baiqicha/contract/records/kind-table'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { Sheet } from '../../ui/sheet.tsx'

type Props = { companyId: string; kinds: readonly SectionKey[]; open: boolean; onClose: () => void }

/** Names the parts of the page that can be corrected. */
export function CorrectionSheet({ companyId, kinds, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="纠错">
      <SettingCell trackId="correct" label="工商信息" to={correctionPath({ companyId })} />
      {kinds.map((key) => (
        <SettingCell
          key={key}
          trackId="correct"
          label={kindTable[key].title}
          to={correctionPath({ companyId, recordKind: key })}
        />
      ))}
    </Sheet>
  )
}
