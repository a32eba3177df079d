import { useEffect } from 'react'
import { showToast } from './toast.tsx'

/** Shows `text` each time the number of failures grows. */
export function useFailureToast(failures: number, text: string) {
  useEffect(() => {
    if (failures > 0) showToast(text, { icon: 'alert' })
  }, [failures, text])
}
