import type { CareerIndustry } from '@baiqicha/contract/membership'
import { resultCode } from '@baiqicha/contract/result-codes'
import { useEffect } from 'react'
import { closeGiftModal } from '../../domain/gift/gift-store.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { messages } from '../../platform/api/messages.ts'
import { useCareerIndustryQuery } from '../../platform/membership/career-industry-query.ts'
import { showToast } from '../../ui/toast.tsx'

/** Code of a rejected response or HTTP status (SPEC §6: 403 in the body or as status). */
function codeOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.failure.type === 'network') return null
  return error.failure.type === 'rejected' ? error.failure.code : error.failure.status
}

/**
 * Options of the form, reloaded on every opening. A failure shows a message; an ended session closes the modal (SPEC
 * §4).
 */
export function useGiftLists(): { lists: CareerIndustry | null; retry: (() => void) | null } {
  const { data, error, refetch } = useCareerIndustryQuery({ isFresh: true })

  useEffect(() => {
    if (error === null) return
    showToast(messages.listsFailed, { icon: 'alert' })
    if (codeOf(error) === resultCode.noSession) closeGiftModal()
  }, [error])

  const hasNone = data === undefined && error !== null
  return { lists: data ?? null, retry: hasNone ? () => void refetch() : null }
}
