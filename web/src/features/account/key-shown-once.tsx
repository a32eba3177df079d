import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import profileStyles from './profile.module.css'
import styles from './settings.module.css'

/** A key that cannot be shown again, with a button to copy it. `label` names it, such as 签名密钥. */
export function KeyShownOnce({ label, text, onDone }: { label: string; text: string; onDone: () => void }) {
  return (
    <div className={profileStyles.form}>
      <p className={profileStyles.help}>{label}只显示这一次，请立即复制并妥善保管。</p>
      <p className={styles.key}>
        <code>{text}</code>
        <CopyButton text={text} label={label} />
      </p>
      <div className={profileStyles.submit}>
        <Button trackId="done" block onClick={onDone}>
          完成
        </Button>
      </div>
    </div>
  )
}
