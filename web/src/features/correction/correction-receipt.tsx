import { CORRECTION_DAYS, type CorrectionReceipt } from '@baiqicha/contract/correction'
import { useEffect, useRef } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { statusPath } from './correction-params.ts'
import styles from './correction-receipt.module.css'

const effectText: Readonly<Record<CorrectionReceipt['effect'], string>> = {
  marked: '该记录已标记为“异议处理中”，不计入当前数量。',
  shielded: '该记录已先行隐藏，核查后决定是否恢复展示。',
  none: '核查后答复。',
}

/** Receipt of an objection: its number and due date. */
export function CorrectionReceiptView({ receipt, companyId }: { receipt: CorrectionReceipt; companyId: string }) {
  const navigate = useNavigate()
  const goBack = useGoBack()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.receipt}>
      <span className={styles.mark}>
        <Icon name="check" size={28} />
      </span>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {receipt.isAddition ? '已补充' : '已受理'}
      </h2>
      <p className={styles.text}>
        {receipt.isAddition && '本次提交已补充到未办结的异议，答复期限不变。'}
        {effectText[receipt.effect]}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>编号</dt>
          <dd className={styles.number}>
            {receipt.number} <CopyButton text={receipt.number} label="编号" />
          </dd>
        </div>
        <div>
          <dt>答复期限</dt>
          <dd>
            {formatShanghaiDate(receipt.dueAt)} 前（{CORRECTION_DAYS} 日内）
          </dd>
        </div>
      </dl>
      <p className={styles.hint}>凭编号可随时查询进度，请妥善保存，勿告知他人。</p>
      <div className={styles.actions}>
        {companyId === '' ? (
          <Button trackId="back" tone="line" onClick={goBack}>
            返回
          </Button>
        ) : (
          <Button
            trackId="company"
            tone="line"
            onClick={() => void navigate(companyPath(companyId), { replace: true })}
          >
            返回企业
          </Button>
        )}
        <Button
          trackId="correction-status"
          onClick={() => void navigate(statusPath(receipt.number), { replace: true })}
        >
          查进度
        </Button>
      </div>
    </section>
  )
}
