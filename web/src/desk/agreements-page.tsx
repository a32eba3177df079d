import { type AgreementType, agreementTypes } from '@baiqicha/contract/agreements'
import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import {
  AGREEMENT_TEXT_MAX,
  type AgreementVersionItem,
  agreementTitles,
  type ShownAgreement,
} from '@baiqicha/contract/desk/agreements'
import { useState } from 'react'
import { addressOf } from './address.ts'
import { AgreementDifference } from './agreement-difference.tsx'
import { AgreementPublication, consentText } from './agreement-publication.tsx'
import { PageHead } from './page-head.tsx'
import { ErrorLine, Loaded, messageOf } from './states.tsx'
import { minuteText } from './time-text.ts'
import { useAct, useRead } from './use-action.ts'

/** One agreement: its draft beside the version in force, the placeholders, and its publication. */
function AgreementPage({ type }: { type: AgreementType }) {
  const shown = useRead('agreements show', { type })
  return (
    <Loaded query={shown}>
      {/* A form begins anew with each stored draft, and with each version. */}
      {(agreement) => (
        <AgreementForm key={agreement.draft?.revision ?? agreement.base} type={type} agreement={agreement} />
      )}
    </Loaded>
  )
}

const views = [
  ['lines', '差异'],
  ['text', '全文'],
  ['versions', '版本'],
] as const

function AgreementForm({ type, agreement }: { type: AgreementType; agreement: ShownAgreement }) {
  const run = useAct()
  const [view, setView] = useState<(typeof views)[number][0]>('lines')
  const [text, setText] = useState(agreement.text)
  const [changeSummary, setChangeSummary] = useState(agreement.changeSummary ?? '')
  const [values, setValues] = useState(() =>
    Object.fromEntries(agreement.fields.map(({ name, value }) => [name, value])),
  )
  const [error, setError] = useState<string | null>(null)
  const { base, draft, versions, fields } = agreement
  const isChanged =
    text !== agreement.text ||
    changeSummary !== (agreement.changeSummary ?? '') ||
    fields.some(({ name, value }) => values[name] !== value)
  const inForce = versions.find(({ state }) => state === 'inForce')

  async function save() {
    setError(null)
    try {
      await run('agreements draft', {
        type,
        base,
        text,
        changeSummary: changeSummary || null,
        fields: values,
        revision: draft?.revision ?? null,
      })
    } catch (failure) {
      setError(messageOf(failure))
    }
  }

  return (
    <>
      <PageHead
        title={
          <>
            <a className="quiet" href={addressOf('/agreements')}>
              协议
            </a>{' '}
            / {agreementTitles[type]} {draft !== null && <span className="tag">草稿</span>}
          </>
        }
        note={inForce && `现行 ${inForce.version}，${inForce.effectiveOn} 起`}
      >
        <fieldset className="choices">
          <legend className="spoken">显示</legend>
          {views.map(([one, label]) => (
            <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
              {label}
            </button>
          ))}
        </fieldset>
        <button type="button" className="bt small" disabled={!isChanged} onClick={() => void save()}>
          存草稿
        </button>
      </PageHead>
      <ErrorLine text={error} />
      <div className="split">
        <div className="column">
          {view === 'lines' && <AgreementDifference lines={agreement.lines} isStale={isChanged} />}
          {view === 'text' && (
            <div className="section">
              <label className="field">
                <span>正文：“## ”开头的章节，“- ”开头的条目，单行的段落，【】为填空</span>
                <textarea
                  className="whole-text"
                  value={text}
                  maxLength={AGREEMENT_TEXT_MAX}
                  rows={30}
                  onChange={(event) => setText(event.target.value)}
                />
              </label>
            </div>
          )}
          {view === 'versions' && <Versions versions={versions} />}
        </div>
        <aside className="side-column scroll">
          <section className="section" aria-label="填空">
            <h2>
              填空{' '}
              <span className="quiet">
                {fields.filter(({ name }) => values[name] !== '').length} / {fields.length} 已填
              </span>
            </h2>
            <p className="quiet">一次填写，三份协议同时使用。</p>
            {fields.map(({ name, uses }) => (
              <label key={name} className="field">
                <span>
                  {name}（{uses} 处）
                </span>
                <input
                  value={values[name] ?? ''}
                  maxLength={100}
                  placeholder="未填"
                  onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                />
              </label>
            ))}
            <label className="field">
              <span>变更说明（用户重新同意时可见）</span>
              <textarea
                value={changeSummary}
                maxLength={200}
                rows={3}
                onChange={(event) => setChangeSummary(event.target.value)}
              />
            </label>
          </section>
          <AgreementPublication type={type} agreement={agreement} isChanged={isChanged} />
        </aside>
      </div>
    </>
  )
}

const stateLabels = { past: '', inForce: '现行', pending: '待生效' } as const

const Versions = ({ versions }: { versions: readonly AgreementVersionItem[] }) => (
  <table>
    <thead>
      <tr>
        <th>版本</th>
        <th>生效</th>
        <th>变更说明</th>
        <th>发布</th>
      </tr>
    </thead>
    <tbody>
      {versions.map(({ number, version, effectiveOn, needsConsent, changeSummary, author, publishedAt, state }) => (
        <tr key={number}>
          <td>
            {version} {state !== 'past' && <span className="tag">{stateLabels[state]}</span>}
          </td>
          <td>
            {effectiveOn}
            {!needsConsent && <span className="two">无须重新同意</span>}
          </td>
          <td>{changeSummary ?? '-'}</td>
          <td>
            {author === 'product' ? '随产品提供' : author}
            <span className="two">{minuteText(publishedAt)}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The three agreements, or the one that `rest` names. */
export function AgreementTextsPage({ rest }: { rest: string }) {
  const type = agreementTypes.find((known) => known === rest)
  return type === undefined ? <AgreementList /> : <AgreementPage key={type} type={type} />
}

function AgreementList() {
  const list = useRead('agreements list', {})
  return (
    <>
      <PageHead title="协议" note={list.data && consentText(list.data.consents)} />
      <div className="scroll">
        <Loaded query={list}>
          {({ items }) => (
            <table>
              <thead>
                <tr>
                  <th>协议</th>
                  <th>现行</th>
                  <th>待生效</th>
                  <th>草稿</th>
                  <th className="num">未填</th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <AgreementRow key={item.type} {...item} />
                ))}
              </tbody>
            </table>
          )}
        </Loaded>
      </div>
    </>
  )
}

const AgreementRow = ({ type, inForce, pending, draft, open }: DeskOutput<'agreements list'>['items'][number]) => (
  <tr>
    <td>
      <a className="link" href={addressOf(`/agreements/${type}`)}>
        {agreementTitles[type]}
      </a>
    </td>
    <td>
      {inForce === null ? '-' : inForce.version}
      {inForce !== null && <span className="two">{inForce.effectiveOn} 起</span>}
    </td>
    <td>
      {pending === null ? '-' : pending.version}
      {pending !== null && <span className="two">{pending.effectiveOn} 起</span>}
    </td>
    <td>
      {draft === null ? '-' : draft.editor}
      {draft !== null && <span className="two">{minuteText(draft.savedAt)}</span>}
    </td>
    <td className={`num ${open > 0 ? 'warn' : ''}`}>{open}</td>
  </tr>
)
