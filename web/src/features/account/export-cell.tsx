import type { UserDetail } from '@baiqicha/contract/account'
import { useState } from 'react'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { ExportSheet } from './export-sheet.tsx'

/** Opens the export of all data about the user. */
export function ExportCell({ user }: { user: UserDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SettingCell trackId="data-export" label="导出我的数据" value="JSON、CSV" onOpen={() => setIsOpen(true)} />
      <ExportSheet user={user} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
