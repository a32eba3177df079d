import { type ContentChange, managedPlaceLabels } from '@baiqicha/contract/desk/content'
import { contentRoutes } from '@baiqicha/contract/routes/content'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { API_BASE } from '@baiqicha/contract/routes/route'
import { type ReactNode, useState } from 'react'
import type { EditedContent, ManagedPlace } from './content-draft.ts'
import { DeskButton, ErrorLine, LabelledInput, Loaded, SelectOptions } from './elements.tsx'
import { useAct, useAttempt, useRead, useShortcuts } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { instantOfField, minuteText } from './texts.ts'

const paths = { home: homeRoutes.homeConfig.path, mine: contentRoutes.mineConfig.path } as const
const pages = { home: '/home', mine: '/user' } as const

const DARK = 'theme=dark'
const looks = [
  ['明', ''],
  ['暗', DARK],
  ['大字', 'elder=1'],
] as const

type PreviewFrameProps = {
  place: keyof typeof paths
  /** JSON of what readers would see; null: the draft has errors, or is not checked yet. */
  shown: string | null
}

/** The real app with the draft, 375 px wide. While the draft has errors, the last good one stays. */
export function PreviewFrame({ place, shown }: PreviewFrameProps) {
  const [look, setLook] = useState('')
  useShortcuts({ P: () => setLook(look === DARK ? '' : DARK) })
  const [last, setLast] = useState(shown)
  if (shown !== null && shown !== last) setLast(shown)
  return (
    <aside className="preview" aria-label="预览">
      <div className="row">
        <h2>
          预览 <span className="quiet">375 px</span>
        </h2>
        <fieldset className="choices end">
          <legend className="spoken">外观</legend>
          {looks.map(([label, query]) => (
            <button key={label} type="button" aria-pressed={look === query} onClick={() => setLook(query)}>
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      {last !== null && (
        // Loaded anew with each draft.
        <iframe
          // An origin of its own: scripts of the app reach neither this page nor the calls of the desk.
          sandbox="allow-scripts"
          // Read by server/src/desk/preview-routes.ts: answers of calls of the framed app, by path.
          name={JSON.stringify({ [API_BASE + paths[place]]: JSON.parse(last) })}
          key={`${look} ${last}`}
          title="草稿的真实页面"
          src={`/preview?${look}#${pages[place]}`}
        />
      )}
    </aside>
  )
}

type ContentPublicationProps = {
  place: ManagedPlace
  base: number
  draft: Omit<EditedContent<unknown>, 'value' | 'change'>
}

/** What a draft changes, its publication now or at a time, and the versions before. */
export function ContentPublication({ place, base, draft }: ContentPublicationProps) {
  const run = useAct()
  const [isAsking, setIsAsking] = useState(false)
  const [time, setTime] = useState('')
  const { error: refused, attempt } = useAttempt()
  const { isChanged, isSaved, outdated, checked, failure } = draft
  const errors = checked?.errors ?? []
  const general = errors.filter(({ field }) => field === '')
  const changes = isChanged ? (checked?.changes ?? []) : []
  const mayPublish = isChanged && errors.length === 0 && checked !== undefined
  useShortcuts({
    'Ctrl+S': () => !isSaved && void attempt(draft.save),
    'Ctrl+Enter': () => mayPublish && setIsAsking(true),
  })
  return (
    <>
      <section className="section" aria-label="发布">
        <h2>
          发布{' '}
          <span className="quiet">
            {isChanged ? `${changes.length} 处改动，${isSaved ? '草稿已存' : '草稿未存'}` : '没有改动'}
          </span>
        </h2>
        {outdated !== null && (
          <p className="quiet">
            {outdated.editor.replace(/^\w+:/, '')} {minuteText(outdated.savedAt)} 的草稿基于 v{outdated.base}
            ，存草稿将取代它。
          </p>
        )}
        <Changes changes={changes} />
        <ErrorLine text={refused} />
        <ErrorLine text={failure && failure.message} />
        {errors.length > 0 && (
          <p className="error" role="alert">
            {errors.length} 处错误
            {general.map(({ sentence }) => (
              <span key={sentence} className="two risk">
                {sentence}
              </span>
            ))}
          </p>
        )}
        <LabelledInput label="显示时间（北京时间，空为立即）" type="datetime-local" value={time} onChange={setTime} />
        <div className="row">
          <DeskButton
            text="放弃"
            disabled={!isChanged && draft.savedAt === null}
            onClick={() => void attempt(draft.discard)}
          />
          <DeskButton text="存草稿" disabled={isSaved} onClick={() => void attempt(draft.save)} />
          <DeskButton
            text={time === '' ? '发布' : '定时发布'}
            look="primary end"
            disabled={!mayPublish}
            onClick={() => setIsAsking(true)}
          />
        </div>
      </section>
      <VersionList place={place} newest={base} />
      {isAsking && (
        <PromptDialog
          title={`发布${managedPlaceLabels[place]}版本 ${base + 1}？`}
          text={time === '' ? '5 秒内对所有人生效。' : `${time.replace('T', ' ')} 起显示。`}
          reason="理由"
          confirm="发布"
          onConfirm={async ({ reason }) => {
            const at = instantOfField(time)
            const shownFrom = at === null ? null : Date.parse(at)
            const { text, savedAt } = draft
            await run('content publish', { place, base, text, savedAt, reason, shownFrom, dryRun: false })
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

type ContentFormProps = ContentPublicationProps & { label: string; children: ReactNode }

/** The form of a place beside its publication. */
export const ContentForm = ({ label, children, ...publication }: ContentFormProps) => (
  <div className="split">
    <form className="column" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {children}
    </form>
    <aside className="side-column scroll">
      <ContentPublication {...publication} />
    </aside>
  </div>
)

/** The number of all changes stands above them. */
const LISTED_CHANGES = 8

const Changes = ({ changes }: { changes: readonly ContentChange[] }) =>
  changes.length === 0 ? null : (
    <ul className="changes">
      {changes.slice(0, LISTED_CHANGES).map(({ field, before, after }) => (
        <li key={field}>
          <span className="two">{field}</span>
          {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
        </li>
      ))}
      {changes.length > LISTED_CHANGES && <li className="quiet">另有 {changes.length - LISTED_CHANGES} 处</li>}
    </ul>
  )

const stateLabels = { past: '', shown: '现行', pending: '待显示' } as const

/** The versions of a place. An older one is compared with the newest, and restored as a new one. */
function VersionList({ place, newest }: { place: ManagedPlace; newest: number }) {
  const run = useAct()
  const list = useRead('content versions', { place })
  const [chosen, setChosen] = useState<number | null>(null)
  const [compared, setCompared] = useState<{ from: number; to: number } | null>(null)
  return (
    <section className="section" aria-label="版本">
      <h2>版本</h2>
      <Loaded query={list}>
        {({ items }) => (
          <>
            {items.length > 1 && (
              <CompareForm
                versions={items.map(({ version }) => version)}
                onCompare={(from, to) => setCompared({ from, to })}
              />
            )}
            {compared !== null && <Comparison place={place} {...compared} />}
            <ul>
              {items.map(({ version, author, createdAt, reason, shownFrom, state }) => (
                <li key={version} className="row version">
                  <b>v{version}</b>
                  <span>
                    {reason}
                    <span className="two">
                      {author !== 'product' && `${author} `}
                      {minuteText(createdAt)}
                      {shownFrom !== null && `，${minuteText(shownFrom)} 起`}
                    </span>
                  </span>
                  {state !== 'past' && <span className="tag end">{stateLabels[state]}</span>}
                  {version !== newest && (
                    <DeskButton text={`恢复 v${version}`} look="small end" onClick={() => setChosen(version)} />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {chosen !== null && (
        <PromptDialog
          title={`将 v${chosen} 恢复为 v${newest + 1}？`}
          text={<RestorePreview place={place} version={chosen} />}
          reason="理由"
          confirm="恢复"
          onConfirm={({ reason }) => run('content restore', { place, version: chosen, reason, dryRun: false })}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}

function RestorePreview({ place, version }: { place: ManagedPlace; version: number }) {
  const preview = useRead('content restore', { place, version, reason: '', dryRun: true })
  // Within a paragraph: no block.
  if (preview.isError) return preview.error.message
  if (preview.isPending) return '正在比较'
  const { changes } = preview.data
  return changes.length === 0 ? '与最新版本相同。' : `改动 ${changes.length} 处，5 秒内生效。`
}

type CompareFormProps = { versions: readonly number[]; onCompare: (from: number, to: number) => void }

/** Two versions to compare; at first the newest and the one before. */
function CompareForm({ versions, onCompare }: CompareFormProps) {
  const [to = 1, from = 1] = versions
  const [chosen, setChosen] = useState({ from, to })
  const side = (label: string, key: 'from' | 'to') => (
    <select
      aria-label={label}
      value={chosen[key]}
      onChange={(event) => setChosen({ ...chosen, [key]: Number(event.target.value) })}
    >
      <SelectOptions options={versions.map((version) => [version, `v${version}`])} />
    </select>
  )
  return (
    <div className="row">
      {side('原版本', 'from')}
      {side('新版本', 'to')}
      <DeskButton text="比较" look="small end" onClick={() => onCompare(chosen.from, chosen.to)} />
    </div>
  )
}

type ComparisonProps = { place: ManagedPlace; from: number; to: number }

function Comparison({ place, from, to }: ComparisonProps) {
  const found = useRead('content compare', { place, from, to })
  return (
    <Loaded query={found}>
      {({ changes }) =>
        changes.length === 0 ? (
          <p className="quiet">
            v{from} 与 v{to} 相同。
          </p>
        ) : (
          <Changes changes={changes} />
        )
      }
    </Loaded>
  )
}
