import { useState } from 'react'
import { datedFileName, saveFile } from '../lib/save-file.ts'
import { DeskButton, messageOf } from './elements.tsx'

type SaveButtonProps = {
  label: string
  /** Beginning of the file's name. */
  name: string
  /** @throws Error whose message is shown */
  load: () => Promise<{ csv: string; rows: number }>
}

/** Saves a table as a file, and says how many rows it has. */
export function SaveButton({ label, name, load }: SaveButtonProps) {
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  async function save() {
    setIsBusy(true)
    try {
      const { csv, rows } = await load()
      saveFile(datedFileName(name, 'csv'), new Blob([csv], { type: 'text/csv' }))
      setText(`已导出 ${rows} 行`)
    } catch (failure) {
      setText(messageOf(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <output className="quiet">{text}</output>
      <DeskButton text={label} look="small" disabled={isBusy} onClick={() => void save()} />
    </>
  )
}
