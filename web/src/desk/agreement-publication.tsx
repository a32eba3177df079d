import type { AgreementType } from '@baiqicha/contract/agreements'
import { agreementTitles, type ShownAgreement } from '@baiqicha/contract/desk/agreements'
import { Fragment, type ReactNode, useState } from 'react'
import { DeskButton, FieldList, LabelledInput, NoState } from './elements.tsx'
import { useAct, useNow } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { countText, dayText } from './texts.ts'

type Line = ShownAgreement['lines'][number]

/** Unchanged lines that are shown around a change. */
const AROUND = 1

/** Replaces runs of unchanged lines by their number. */
function foldedLines(lines: readonly Line[]): (Line | number)[] {
  const isChanged = (line: Line | undefined) => line !== undefined && (line.before === null || line.after === null)
  const isNear = (at: number) => lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(isChanged)
  const folded: (Line | number)[] = []
  for (const [at, line] of lines.entries()) {
    const last = folded.at(-1)
    if (isNear(at)) folded.push(line)
    else if (line.text === '') continue
    else if (typeof last === 'number') folded[folded.length - 1] = last + 1
    else folded.push(1)
  }
  return folded
}

/** The line that a removed one became, or the other way round: the n-th of the removed and the n-th of the added ones. */
function counterpart(lines: readonly Line[], at: number): string | null {
  const isRemoved = lines[at]?.after === null
  const isKind = (line: Line | undefined, removed: boolean) =>
    line !== undefined && (removed ? line.after === null : line.before === null)
  let start = at
  while (isKind(lines[start - 1], isRemoved)) start -= 1
  let end = at
  while (isKind(lines[end + 1], isRemoved)) end += 1
  if (isRemoved) {
    const other = lines[end + 1 + (at - start)]
    return isKind(other, false) ? (other?.text ?? null) : null
  }
  let first = start
  while (isKind(lines[first - 1], true)) first -= 1
  const other = lines[first + (at - start)]
  return isKind(other, true) ? (other?.text ?? null) : null
}

/** Characters, but numbers and placeholders whole. */
const partsOf = (text: string) => text.match(/【[^】]*】|\d+|./gu) ?? []

/** The parts of a text before, within and after what differs from the other one. */
function changedPart(text: string, other: string): [string, string, string] {
  const [own, others] = [partsOf(text), partsOf(other)]
  const most = Math.min(own.length, others.length)
  let start = 0
  while (start < most && own[start] === others[start]) start += 1
  let end = 0
  while (end < most - start && own[own.length - 1 - end] === others[others.length - 1 - end]) end += 1
  const part = (from: number, to: number) => own.slice(from, to).join('')
  return [part(0, start), part(start, own.length - end), part(own.length - end, own.length)]
}

/** Shows the open placeholders of a text. */
const withPlaceholders = (text: string): ReactNode =>
  text.split(/(【[^】]*】)/).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other key
    at % 2 === 1 ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
  )

function LineText({ line, other }: { line: Line; other: string | null }) {
  if (line.before !== null && line.after !== null) return withPlaceholders(line.text)
  const [start, changed, end] = other === null ? ['', line.text, ''] : changedPart(line.text, other)
  const Mark = line.after === null ? 'del' : 'ins'
  return (
    <>
      {withPlaceholders(start)}
      {changed !== '' && <Mark>{withPlaceholders(changed)}</Mark>}
      {withPlaceholders(end)}
    </>
  )
}

const kindOf = ({ before, after }: Line) => (before === null ? 'added' : after === null ? 'removed' : '')
const signs: Record<string, string> = { added: '+', removed: '−' }

/** Differences of the draft to the version in force. `isStale`: the form has changes that are not stored. */
export function AgreementDifference({ lines, isStale }: { lines: readonly Line[]; isStale: boolean }) {
  const count = (kind: string) => lines.filter((line) => kindOf(line) === kind && line.text !== '').length
  const [added, removed] = [count('added'), count('removed')]
  return (
    <>
      <p className="section row">
        与现行版本相比 <span className="ok">+ {added} 段</span> <span className="risk">− {removed} 段</span>
        {isStale && <span className="warn">有未存的修改，存草稿后更新</span>}
      </p>
      {added + removed === 0 ? (
        <NoState title="与现行版本相同" text="在“全文”中修改，或填写右侧的空。" />
      ) : (
        <table className="difference">
          <caption className="spoken">与现行版本的差异</caption>
          <tbody>
            {foldedLines(lines).map((line, at) =>
              typeof line === 'number' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
                <tr key={at} className="band">
                  <td colSpan={4}>… {line} 段相同</td>
                </tr>
              ) : line.text === '' ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
                <tr key={at} className={kindOf(line)}>
                  <td className="num quiet">{line.before}</td>
                  <td className="num quiet">{line.after}</td>
                  <td>{signs[kindOf(line)]}</td>
                  <td>
                    <LineText line={line} other={counterpart(lines, lines.indexOf(line))} />
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
    </>
  )
}

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
