import { leadRoutes } from '@baiqicha/contract/routes/leads'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { MobileField, SmsCodeFields } from '../../domain/verification/mobile-fields.tsx'
import { Link } from '../../lib/router/router.tsx'
import { callApi } from '../../platform/api/client.ts'
import { useMobileProof } from '../../platform/verification/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import { HIDE_NUMBER } from './contact-card.tsx'
import styles from './leads.module.css'

type Action = 'hide' | 'show'
const actions: readonly { key: Action; label: string }[] = [
  { key: 'hide', label: '隐藏号码' },
  { key: 'show', label: '取消隐藏' },
]
const routeOf = { hide: leadRoutes.hideNumber, show: leadRoutes.showNumber } as const
const doneText: Readonly<Record<Action, { title: string; text: string }>> = {
  hide: { title: '号码已隐藏', text: '该号码已从企业主页、搜索与联系方式中移除，再次导入也不会展示' },
  show: { title: '已取消隐藏', text: '各来源公开的该号码恢复展示' },
}

/** Hides the user's own mobile number, or undoes it: number, captcha, SMS code. Needs no login. */
export function HideNumberSheet({ onClose }: { onClose: () => void }) {
  const [action, setAction] = useState<Action>('hide')
  const [done, setDone] = useState<Action | null>(null)
  const queryClient = useQueryClient()
  const { mobile, sms, isProving, prove } = useMobileProof({
    scene: 'hideNumber',
    spend: (proof) => callApi(routeOf[action], proof),
    showMessage: (sentence, icon) => showToast(sentence, { icon }),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await prove())) return
    mobile.clear()
    setDone(action)
  }

  /** Any loaded list or page may state the number. Read again only now: the row that holds this sheet may go. */
  const closeDone = () => {
    onClose()
    void queryClient.invalidateQueries()
  }

  if (done !== null) {
    return (
      <Sheet open onClose={closeDone} title={HIDE_NUMBER}>
        <ListState art="none" compact {...doneText[done]}>
          <Button trackId="done" onClick={closeDone}>
            完成
          </Button>
        </ListState>
      </Sheet>
    )
  }
  return (
    <Sheet open onClose={onClose} title={HIDE_NUMBER}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Segments trackId="hide-number-action" label="操作" items={actions} value={action} onChange={setAction} />
        <div className={styles.hideNumberSheetNote}>
          <InfoNote>
            机主凭短信验证码隐藏手机号码，立即生效，无需登录。固定电话请通过
            <Link track-id="correct" to="/user/feedback?tab=correction" className={`${utility.link} ${utility.tap}`}>
              纠错
            </Link>
            提交证明。
          </InfoNote>
        </div>
        <MobileField {...mobile.input} />
        <SmsCodeFields sms={sms} />
        <div className={styles.hideNumberSheetSubmit}>
          <Button trackId="hide-number-submit" type="submit" block busy={isProving}>
            {action === 'hide' ? '隐藏该号码' : '取消隐藏该号码'}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
