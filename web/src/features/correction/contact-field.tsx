import type { ContactProof } from '@baiqicha/contract/correction'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { type Ref, useImperativeHandle } from 'react'
import shared from '../../domain/page/shared.module.css'
import { MobileField, SmsCodeFields } from '../../domain/verification/mobile-fields.tsx'
import { createStore } from '../../lib/store.ts'
import { callApi } from '../../platform/api/client.ts'
import { useLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { useMobileProof } from '../../platform/verification/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import field from '../../ui/field.module.css'
import { Icon } from '../../ui/icon.tsx'
import { Star } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './correction-form.module.css'

/** Verified mobile number of a visitor, in memory only. It permits submissions for one hour and is no session. */
const useProofStore = createStore<{ proof: ContactProof | null }>(() => ({ proof: null }))

const PROOF_MS = 3_600_000

let expiry: ReturnType<typeof setTimeout> | undefined

export function clearContactProof() {
  clearTimeout(expiry)
  useProofStore.setState({ proof: null })
}

/**
 * Saves a proof for one hour from now: the clocks of phones are unreliable, so the server's expiry time is not used.
 */
export function saveContactProof(proof: ContactProof) {
  clearTimeout(expiry)
  useProofStore.setState({ proof })
  expiry = setTimeout(clearContactProof, PROOF_MS)
}

/** Current proof, or null. */
export const readContactProof = () => useProofStore.getState().proof
/** Hook version of `readContactProof`. */
export const useContactProof = () => useProofStore((state) => state.proof)

/** State of a visitor's number and SMS code; errors show at their fields. */
const useContactForm = () =>
  useMobileProof({
    scene: 'correction',
    spend: async (proof) => saveContactProof(await callApi(correctionRoutes.proveContact, proof)),
    showMessage: (sentence, icon) => showToast(sentence, { icon }),
  })

/** Verifies the typed number unless it is verified. Resolves to false on failure. */
export type ContactHandle = { prove: () => Promise<boolean> }

/** Contact of the objection: verified and used for the reply. */
export function ContactField({ ref, error }: { ref: Ref<ContactHandle>; error: string | undefined }) {
  const { isLoggedIn, userInfo } = useSession()
  const proof = useContactProof()
  return (
    <section data-field="contact" aria-labelledby="correction-contact">
      <h3 id="correction-contact" className={field.label}>
        联系方式
        <Star />
        <small className={field.hint}>仅用于核实与答复</small>
      </h3>
      {isLoggedIn && <Proved text={`当前账号 ${userInfo?.phoneMasked ?? ''}`} />}
      {!isLoggedIn && proof !== null && (
        <Proved text={`已验证 ${proof.mobileMasked}`}>
          <button
            track-id="contact-change"
            type="button"
            className={`${styles.contactFieldLink} ${utility.tap}`}
            onClick={clearContactProof}
          >
            更换
          </button>
        </Proved>
      )}
      {!isLoggedIn && proof === null && <ProofForm ref={ref} />}
      {error !== undefined && (
        <p className={field.error} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

function Proved({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <div className={styles.proved}>
      <Icon name="check" size={18} />
      <output className={utility.grow}>{text}</output>
      {children}
    </div>
  )
}

function ProofForm({ ref }: { ref: Ref<ContactHandle> }) {
  const { mobile, sms, isProving, prove } = useContactForm()
  const requireLogin = useRequireLogin()
  const saveLoginPurpose = useLoginPurpose()
  useImperativeHandle(ref, () => ({ prove }))
  return (
    <>
      <p className={styles.text}>
        无需注册，手机号验证后一小时内有效；已有账号可
        <button
          track-id="login"
          type="button"
          className={`${styles.contactFieldLink} ${utility.tap}`}
          onClick={() => {
            saveLoginPurpose('提交纠错')
            requireLogin()
          }}
        >
          登录后提交
        </button>
        ，已填写的内容将保留。
      </p>
      <MobileField {...mobile.input} />
      <SmsCodeFields sms={sms} enterKeyHint="next" />
      <div className={shared.below}>
        <Button trackId="mobile-prove" tone="soft" block busy={isProving} onClick={() => void prove()}>
          {isProving ? '正在验证…' : '验证手机号'}
        </Button>
      </div>
    </>
  )
}
