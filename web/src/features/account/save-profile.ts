import type { RouteInput } from '@baiqicha/contract/routes'
import { callApi } from '../../platform/api/client.ts'
import { messages } from '../../platform/api/messages.ts'
import { reloadUserInfo } from '../../platform/session/session-actions.ts'
import { showToast } from '../../ui/toast.tsx'

type ProfileRoute = 'saveNickname' | 'saveCareer' | 'saveIndustry'

/** Saves a part of the profile and reads back what stands. Throws `ApiError` when it was not saved. */
export async function saveProfile<K extends ProfileRoute>(route: K, input: RouteInput<K>, done: string): Promise<void> {
  await callApi(route, input)
  try {
    await reloadUserInfo()
    showToast(done, { icon: 'check' })
  } catch {
    showToast(messages.userInfoFailed, { icon: 'alert' })
  }
}
