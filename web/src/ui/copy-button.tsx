import { classNames } from '../lib/class-names.ts'
import { copyToClipboard } from '../lib/copy-text.ts'
import styles from './copy-button.module.css'
import { Icon } from './icon.tsx'
import { showToast } from './toast.tsx'
import utility from './utility.module.css'

/** Copies a value and shows whether that succeeded. `label` names the value, such as 企业名称. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  async function copy() {
    showToast((await copyToClipboard(text)) ? '已复制' : '复制失败，请长按选择')
  }
  return (
    <button
      track-id="copy"
      data-track-label="复制"
      type="button"
      className={classNames(styles.copy, utility.tap)}
      aria-label={`复制${label}`}
      onClick={() => void copy()}
    >
      <Icon name="copy" size={16} />
    </button>
  )
}
