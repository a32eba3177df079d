import { type AgreementType, agreementTypes } from '@baiqicha/contract/agreements'
import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import {
  AGREEMENT_TEXT_MAX,
  type AgreementVersionItem,
  agreementTitles,
  type ShownAgreement,
} from '@baiqicha/contract/desk/agreements'
import { useState } from 'react'
import { AgreementDifference, AgreementPublication, consentText } from './agreement-publication.tsx'
import {
  DeskButton,
  DeskLink,
  ErrorLine,
  LabelledInput,
  Loaded,
  PageHead,
  ScrolledList,
  TableHead,
} from './elements.tsx'
import { addressOf, useAct, useAttempt, useRead } from './hooks.ts'
import { minuteText } from './texts.ts'

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
  const { error, attempt } = useAttempt()
  const { base, draft, versions, fields } = agreement
  const isChanged =
    text !== agreement.text ||
    changeSummary !== (agreement.changeSummary ?? '') ||
    fields.some(({ name, value }) => values[name] !== value)
  const inForce = versions.find(({ state }) => state === 'inForce')

  const save = () =>
    attempt(() =>
      run('agreements draft', {
        type,
        base,
        text,
        changeSummary: changeSummary || null,
        fields: values,
        revision: draft?.revision ?? null,
      }),
    )

  return (
    <>
      <PageHead
        title={
          <>
            <DeskLink look="quiet" to={addressOf('/agreements')} text="协议" /> / {agreementTitles[type]}{' '}
            {draft !== null && <span className="tag">草稿</span>}
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
        <DeskButton text="存草稿" look="small" disabled={!isChanged} onClick={() => void save()} />
      </PageHead>
      <ErrorLine text={error} />
      <div className="split">
        <div className="column">
          {view === 'lines' && <AgreementDifference lines={agreement.lines} isStale={isChanged} />}
          {view === 'text' && (
            <div className="section">
              <LabelledInput
                label="正文：“## ”开头的章节，“- ”开头的条目，单行的段落，【】为填空"
                className="whole-text"
                value={text}
                maxLength={AGREEMENT_TEXT_MAX}
                rows={30}
                onChange={setText}
              />
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
              <LabelledInput
                key={name}
                label={`${name}（${uses} 处）`}
                value={values[name] ?? ''}
                maxLength={100}
                placeholder="未填"
                onChange={(filled) => setValues({ ...values, [name]: filled })}
              />
            ))}
            <LabelledInput
              label="变更说明（用户重新同意时可见）"
              value={changeSummary}
              maxLength={200}
              rows={3}
              onChange={setChangeSummary}
            />
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
    <TableHead heads={['版本', '生效', '变更说明', '发布']} />
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
      <ScrolledList
        query={list}
        heads={['协议', '现行', '待生效', '草稿', '未填']}
        numbers={1}
        empty={null}
        renderRow={(item) => <AgreementRow key={item.type} {...item} />}
      />
    </>
  )
}

const AgreementRow = ({ type, inForce, pending, draft, open }: DeskOutput<'agreements list'>['items'][number]) => (
  <tr>
    <td>
      <DeskLink to={addressOf(`/agreements/${type}`)} text={agreementTitles[type]} />
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
