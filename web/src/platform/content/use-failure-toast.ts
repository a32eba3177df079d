import { useEffect } from 'react'
import { showToast } from '../../ui/toast.tsx'
import { messages } from '../api/messages.ts'

/** Shows 获取数据失败 each time a configuration call fails; the page offers 重试. */
export function useFailureToast(failures: number) {
  useEffect(() => {
    if (failures > 0) showToast(messages.listsFailed, { icon: 'alert' })
  }, [failures])
}
