import type { SignedInDevice } from '@baiqicha/contract/account'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useState } from 'react'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { deviceNames } from './device-names.ts'

/** Ends sessions of other devices. */
export type SignOutTask = {
  title: string
  text: string
  /** Resolves to the sentence for the user. Throws `ApiError`. `code`: empty, or that of the scene `signOut`. */
  run: (code: { smsCode?: string }) => Promise<string>
}

type SignOutOptions = {
  /** Called afterwards, also when ending failed. */
  reload: () => Promise<unknown>
  /** Whether the session proves its number by SMS code first, because a partner opened it. */
  needsCode: boolean
}

/** Ends sessions of other devices after a confirmation, or leaves the task to a sheet that asks for the code. */
export function useSignOut({ reload, needsCode }: SignOutOptions) {
  const [pending, setPending] = useState<SignOutTask | null>(null)

  const start = async (task: SignOutTask) => {
    if (needsCode) return setPending(task)
    const { title, text } = task
    if (!(await confirmDialog({ title, text, confirm: '退出', danger: true }))) return
    try {
      showToast(await task.run({}), { icon: 'check' })
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client has shown every other error.
      if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
    }
    await reload()
  }

  const signOutOne = ({ id, deviceType }: SignedInDevice) => {
    const name = deviceNames[deviceType]
    return start({
      title: `退出${name}？`,
      text: '该设备需重新登录后使用此账号',
      run: async (code) => {
        await callApi(accountRoutes.signOutDevice, { id, ...code })
        return `已退出${name}`
      },
    })
  }

  const signOutOthers = (count: number) =>
    start({
      title: `退出其他 ${count} 台设备？`,
      text: '本机保持登录；如有陌生设备，建议同时修改密码',
      run: async (code) => {
        const { signedOut } = await callApi(accountRoutes.signOutOtherDevices, code)
        return `已退出 ${signedOut} 台设备`
      },
    })

  const close = async () => {
    setPending(null)
    await reload()
  }

  return { signOutOne, signOutOthers, pending, close }
}
