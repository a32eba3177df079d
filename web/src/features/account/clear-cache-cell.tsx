import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { clearCaches } from './clear-caches.ts'
import styles from './settings.module.css'

/** Clears the caches and shows below what was cleared. */
export function ClearCacheCell() {
  const queryClient = useQueryClient()
  const [cleared, setCleared] = useState('')
  return (
    <>
      <SettingCell
        trackId="cache-clear"
        icon="trash"
        label="清除缓存"
        onOpen={() => setCleared(clearCaches(queryClient))}
      />
      <output className={styles.cleared}>{cleared}</output>
    </>
  )
}
