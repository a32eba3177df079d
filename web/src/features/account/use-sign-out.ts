import type { SignedInDevice } from '@baiqicha/contract/account'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { deviceNames } from './device-names.ts'

/** Ends sessions of other devices after a confirmation. Calls `reload` afterwards, also when ending failed. */
export function useSignOut(reload: () => Promise<unknown>) {
  const attempt = async (act: () => Promise<string>) => {
    try {
      showToast(await act(), { icon: 'check' })
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client has shown every other error.
      if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
    }
    await reload()
  }

  const signOutOne = async ({ id, deviceType }: SignedInDevice) => {
    const name = deviceNames[deviceType]
    const text = '该设备需重新登录后使用此账号'
    if (!(await confirmDialog({ title: `退出${name}？`, text, confirm: '退出', danger: true }))) return
    await attempt(async () => {
      await callApi(accountRoutes.signOutDevice, { id })
      return `已退出${name}`
    })
  }

  const signOutOthers = async (count: number) => {
    const text = '本机保持登录；如有陌生设备，建议同时修改密码'
    if (!(await confirmDialog({ title: `退出其他 ${count} 台设备？`, text, confirm: '退出', danger: true }))) return
    await attempt(async () => {
      const { signedOut } = await callApi(accountRoutes.signOutOtherDevices, {})
      return `已退出 ${signedOut} 台设备`
    })
  }

  return { signOutOne, signOutOthers }
}
