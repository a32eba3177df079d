import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { DeskButton, ErrorLine, NoState, PageHead, ScrolledList } from './elements.tsx'
import { useAct, useAttempt, useRead } from './hooks.ts'
import { minuteText, sizeText } from './texts.ts'

type Listed = DeskOutput<'backups list'>
const taskText = { backup: '备份', test: '恢复演练' } as const

/** Backups with their place and the newest test of each; starts one, and shows how far it is. */
export function BackupsPage() {
  const run = useAct()
  const list = useRead('backups list', {}, { isMoving: ({ running }) => running !== null })
  const { error, attempt } = useAttempt()
  const isBusy = list.data?.running != null
  return (
    <>
      <PageHead title="备份" note={list.data && (list.data.root === null ? '' : `存于 ${list.data.root}`)}>
        <DeskButton
          text="恢复演练"
          look="small"
          disabled={isBusy || (list.data?.items.length ?? 0) === 0}
          onClick={() => void attempt(() => run('backups test', {}))}
        />
        <DeskButton
          text="开始备份"
          look="small"
          disabled={isBusy || list.data?.root == null}
          onClick={() => void attempt(() => run('backups start', {}))}
        />
      </PageHead>
      <ErrorLine text={error} />
      {list.data?.root === null && (
        <p className="note">没有设置 BACKUP_DIR，不能从这里开始；也可以用命令 npm run admin -- backup &lt;目录&gt;。</p>
      )}
      {list.data !== undefined && <TaskState {...list.data} />}
      <ScrolledList
        query={list}
        heads={['时间', '位置', '恢复演练', '文件', '大小']}
        numbers={2}
        empty={<NoState title="还没有备份" text="备份含数据库、图片与行为事件；密钥另存，应移到别处。" />}
        renderRow={({ id, at, operator, folder, files, bytes, tested }) => (
          <tr key={id}>
            <td className="fixed">
              {minuteText(at)}
              <span className="two">{operator}</span>
            </td>
            <td>{folder ?? '-'}</td>
            <td>
              {tested === null ? (
                '没有演练'
              ) : (
                <>
                  <span className={`tag ${tested.isPassed ? 'ok' : 'risk'}`}>{tested.isPassed ? '通过' : '失败'}</span>{' '}
                  {minuteText(tested.at)}
                  <span className="two">{tested.sentence}</span>
                </>
              )}
            </td>
            <td className="num">{files}</td>
            <td className="num">{sizeText(bytes)}</td>
          </tr>
        )}
      />
    </>
  )
}

function TaskState({ running, failure }: Listed) {
  if (running !== null) {
    const { task, startedAt, bytes, expected } = running
    return (
      <output className="note">
        {taskText[task]}进行中，{minuteText(startedAt)} 开始
        {task === 'backup' && `，已写 ${sizeText(bytes)}${expected === null ? '' : `，上次共 ${sizeText(expected)}`}`}
      </output>
    )
  }
  return <ErrorLine text={failure && `${minuteText(failure.at)} ${taskText[failure.task]}失败：${failure.cause}`} />
}
