import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { importStateLabels, uploadStateLabels } from '@baiqicha/contract/desk/uploads'
import { useState } from 'react'
import { act } from './api.ts'
import {
  DeskButton,
  DeskLink,
  FieldList,
  Loaded,
  NoState,
  PagedList,
  PageHead,
  Panel,
  SaveButton,
} from './elements.tsx'
import { addressOf, useAct, useAddress, useRead } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { countText, minuteText, sizeText } from './texts.ts'
import { UploadPage } from './upload-page.tsx'
import { UploadStart } from './upload-start.tsx'

const PATH = '/imports'
type Shown = DeskOutput<'imports show'>
type State = Shown['state']

const isMoving = ({ state }: { state: State }) => state === 'running' || state === 'undoing'
const tones: Record<State, string> = { running: 'warn', stopped: 'risk', done: 'ok', undoing: 'warn', undone: 'mute' }
export const StateTag = ({ state }: { state: State }) => (
  <span className={`tag ${tones[state]}`}>{importStateLabels[state]}</span>
)

/** Imports; `rest`: `new`, the id of an uploaded file, or the number of the import beside the list. */
export function ImportsPage({ rest }: { rest: string }) {
  if (rest === 'new') return <NewUploadPage />
  return rest.startsWith('im-') ? <UploadPage key={rest} id={rest} /> : <ImportList rest={rest} />
}

function NewUploadPage() {
  const uploads = useRead('uploads list', {})
  return (
    <>
      <PageHead title="上传文件">
        <DeskLink look="bt small" to={addressOf(PATH)} text="返回导入" />
      </PageHead>
      <UploadStart free={uploads.data?.free ?? null} />
    </>
  )
}

/** Uploaded files that are not imported yet. */
function WaitingUploads() {
  const uploads = useRead('uploads list', {}, { isMoving: ({ items }) => items.some(({ state }) => isBusy(state)) })
  return (
    <Loaded query={uploads}>
      {({ items }) =>
        items.length === 0 ? null : (
          <table>
            <caption>
              上传的文件 <span className="quiet">{items.length}</span>
            </caption>
            <tbody>
              {items.map(({ id, fileName, size, state, operator, elsewhere, createdAt }) => (
                <tr key={id}>
                  <td>
                    <DeskLink to={addressOf(`${PATH}/${id}`)} text={fileName} />
                    {elsewhere !== null && <span className="two">文件在 {elsewhere}</span>}
                  </td>
                  <td className="fixed">
                    <span className={`tag ${state === 'stopped' ? 'risk' : 'warn'}`}>{uploadStateLabels[state]}</span>
                  </td>
                  <td className="num">{sizeText(size)}</td>
                  <td>{operator}</td>
                  <td className="num">{minuteText(createdAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  )
}
const isBusy = (state: string) => state === 'checking' || state === 'running'

/** Imports, newest first; `rest`: number of the one beside the list. */
function ImportList({ rest }: { rest: string }) {
  const { params } = useAddress()
  const before = Number(params.get('before') ?? '') || null
  const number = Number(rest) || null
  const list = useRead('imports list', { before }, { isMoving: ({ items }) => items.some(isMoving) })
  const addressOfImport = (shown: number) => addressOf(`${PATH}/${shown}`, { before: params.get('before') })
  return (
    <>
      <PageHead title="导入">
        <DeskLink look="bt small primary" to={addressOf(`${PATH}/new`)} text="上传文件" />
      </PageHead>
      <div className="split">
        <div className="scroll">
          <WaitingUploads />
          <PagedList
            query={list}
            heads={['编号', '文件', '状态', '读取', '新增', '更新', '未收录', '时间']}
            numbers={5}
            empty={<NoState title="没有导入" text="上传的文件和 npm run import 的每次导入都在这里，可以撤销。" />}
            renderRow={(item) => (
              <tr key={item.number} className={item.number === number ? 'selected' : ''}>
                <td className="fixed">
                  <DeskLink to={addressOfImport(item.number)} text={`#${item.number}`} />
                </td>
                <td>
                  {item.fileName}
                  <span className="two">
                    {item.kind} · {item.sourceId}
                  </span>
                </td>
                <td className="fixed">
                  <StateTag state={item.state} />
                </td>
                <td className="num">{countText(item.rowsRead)}</td>
                <td className="num">{countText(item.created)}</td>
                <td className="num">{countText(item.changed)}</td>
                <td className={`num ${item.rejected > 0 ? 'warn' : ''}`}>{countText(item.rejected)}</td>
                <td className="num">{minuteText(item.startedAt)}</td>
              </tr>
            )}
            pager={{ parameter: 'before', path: PATH }}
          />
        </div>
        {number !== null && (
          <aside className="column side-column first">
            <OneImport key={number} number={number} />
          </aside>
        )}
      </div>
    </>
  )
}

function OneImport({ number }: { number: number }) {
  const run = useAct()
  const shown = useRead('imports show', { number }, { isMoving })
  const [isAsking, setIsAsking] = useState(false)
  const [undone, setUndone] = useState<DeskOutput<'imports undo'> | null>(null)
  return (
    <Loaded query={shown}>
      {(one) => (
        <>
          <section className="section">
            <h2>
              #{number} {one.fileName} <StateTag state={one.state} />
            </h2>
            <FieldList
              rows={[
                ['内容', one.kind],
                ['来源', one.sourceId],
                ['操作员', one.operator],
                ['开始', minuteText(one.startedAt)],
                ['结束', one.state === 'running' ? null : minuteText(one.endedAt)],
                [
                  'SHA-256',
                  <span key="hash" className="mono">
                    {one.fileHash}
                  </span>,
                ],
              ]}
            />
            {one.rejectsFile !== null && (
              <div className="row wrap">
                <SaveButton
                  label="下载未收录的行"
                  name={`导入 ${number} 未收录`}
                  load={() => act('imports rejects', { number })}
                />
              </div>
            )}
          </section>
          {undone !== null && (
            <output className="section note">
              {undone.isDone ? '已撤销，搜索和页面几秒内更新。' : '正在撤销，完成后状态变为已撤销；中断后可再次撤销。'}
              {(undone.unmatched ?? 0) > 0 && `其他导入有 ${undone.unmatched} 行不再对应任何企业，请重新导入这些文件。`}
            </output>
          )}
          {one.effects !== null && (
            <Panel title="撤销会改变什么">
              <UndoEffectList isOfCompanies={one.kind === '企业'} effects={one.effects} />
              <DeskButton
                text={one.state === 'undoing' ? '继续撤销' : '撤销这次导入'}
                look="danger"
                onClick={() => setIsAsking(true)}
              />
            </Panel>
          )}
          {isAsking && (
            <PromptDialog
              title={`撤销导入 ${number}？`}
              text="只有它提供的内容不再收录，其余恢复为其他导入的内容。撤销不能取消，可以重新导入文件。"
              needsCode
              isDanger
              confirm="撤销导入"
              onConfirm={async ({ totp }) => setUndone(await run('imports undo', { number, dryRun: false }, totp))}
              onClose={() => setIsAsking(false)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

type Effects = NonNullable<Shown['effects']>

function UndoEffectList({ isOfCompanies, effects }: { isOfCompanies: boolean; effects: Effects }) {
  const { removed, restored, pending, later, users } = effects
  const unit = isOfCompanies ? '家企业' : '条记录'
  const kept = [
    users.follows > 0 ? `关注 ${users.follows} 个` : null,
    users.views > 0 ? `浏览记录 ${users.views} 条` : null,
    users.corrections > 0 ? `更正申请 ${users.corrections} 件` : null,
  ].filter((text) => text !== null)
  return (
    <FieldList
      rows={[
        ['删除', `${countText(removed)} ${unit}，只有它提供`],
        ['恢复', `${countText(restored)} ${unit}，按其他导入的内容`],
        ['待对应', pending === 0 ? null : `删除 ${countText(pending)} 行`],
        [
          '保留',
          later.length === 0
            ? null
            : later
                .map((one) => `#${one.number} ${one.fileName} 后来也提供的 ${countText(one.shared)} ${unit}`)
                .join('\n'),
        ],
        ['用户', kept.length === 0 ? null : `保留${kept.join('、')}，再次收录后恢复显示`],
      ]}
    />
  )
}
