import type { AgreementType } from '@baiqicha/contract/agreements'
import { agreementTitles, type ShownAgreement } from '@baiqicha/contract/desk/agreements'
import { useState } from 'react'
import { DeskButton, FieldList, LabelledInput } from './elements.tsx'
import { countText } from './number-text.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { dayText } from './time-text.ts'
import { useAct } from './use-action.ts'
import { useNow } from './use-now.ts'

export const consentText = ({ version, accounts, agreed }: ShownAgreement['consents']) =>
  `${countText(agreed)} / ${countText(accounts)} 人已同意 ${version}`

type AgreementPublicationProps = {
  type: AgreementType
  agreement: ShownAgreement
  /** Whether the form has changes that are not stored. */
  isChanged: boolean
}

/** Publishes the stored draft. */
export function AgreementPublication({ type, agreement, isChanged }: AgreementPublicationProps) {
  const run = useAct()
  const { base, draft, fields, consents, isProduction } = agreement
  const today = dayText(useNow())
  const [effectiveOn, setEffectiveOn] = useState(today)
  const [needsConsent, setNeedsConsent] = useState(true)
  const [isAsking, setIsAsking] = useState(false)
  const open = fields.filter(({ value, here }) => here > 0 && value === '').length
  const isBlocked = isProduction && open > 0
  const asksConsent = needsConsent && type !== 'membership'
  return (
    <section className="section" aria-label="发布">
      <h2>发布</h2>
      <LabelledInput
        label="生效日期（不早于今天）"
        type="date"
        value={effectiveOn}
        min={today}
        onChange={setEffectiveOn}
      />
      {type !== 'membership' && (
        <label className="check">
          <input type="checkbox" checked={needsConsent} onChange={(event) => setNeedsConsent(event.target.checked)} />
          <span>
            用户须重新同意
            <span className="two">生效后首次打开时询问</span>
          </span>
        </label>
      )}
      <FieldList
        rows={[
          ['须重新同意', asksConsent ? `${countText(consents.accounts)} 人` : null],
          ['现已同意', consentText(consents)],
        ]}
      />
      {open > 0 && (
        <p className="note">
          还有 {open} 项未填{isProduction ? '，生产模式不能发布。' : '。'}
        </p>
      )}
      <p className="quiet">发布后不能修改，只能出新版本。</p>
      <DeskButton
        text="发布…"
        look="primary"
        disabled={draft === null || isChanged || isBlocked || effectiveOn === ''}
        onClick={() => setIsAsking(true)}
      />
      {isChanged && <p className="quiet">先存草稿，再发布。</p>}
      {isAsking && draft !== null && (
        <PromptDialog
          title={`发布${agreementTitles[type]}？`}
          text={`${effectiveOn} 起生效，${asksConsent ? '用户须重新同意' : '用户不必重新同意'}。发布后不能修改。`}
          reason="理由"
          needsCode
          confirm="发布"
          onConfirm={({ reason, totp }) =>
            run(
              'agreements publish',
              { type, base, revision: draft.revision, effectiveOn, needsConsent: asksConsent, reason },
              totp,
            )
          }
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  )
}
