import type { AlertState } from '@baiqicha/contract/alerts'
import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { useState } from 'react'
import { DeskButton, NoState, PageHead, ScrolledList } from './elements.tsx'
import { useAct, useAddress, useRead } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { minuteText } from './texts.ts'

type Failing = DeskOutput<'alerts list'>['items'][number]

const stateTexts: Readonly<Record<AlertState, [label: string, tone: string]>> = {
  on: ['正常', 'ok'],
  failing: ['失败', 'warn'],
  refused: ['被拒收', 'risk'],
  stopped: ['已停止', 'mute'],
}

/** Addresses of 每日简报 and webhooks that fail or are stopped, masked, with the queue of today. */
export function AlertsPage() {
  const run = useAct()
  const after = useAddress().params.get('after')
  const list = useRead('alerts list', { after })
  const [changed, setChanged] = useState<Failing | null>(null)
  const [isStopping, setIsStopping] = useState(false)
  const isStopped = changed?.state === 'stopped'
  return (
    <>
      <PageHead
        title="推送"
        note={list.data && `地址 ${list.data.targets} · 今日待发 ${list.data.queued} · 已发 ${list.data.sent}`}
      >
        <DeskButton text="停止邮箱" look="small" onClick={() => setIsStopping(true)} />
      </PageHead>
      <ScrolledList
        query={list}
        heads={['地址', '编号', '状态', '原因', '失败', '再试', '操作']}
        numbers={3}
        empty={<NoState title="没有失败的地址" text="失败、被拒收与已停止的地址在这里。" />}
        renderRow={(item) => (
          <tr key={item.reference}>
            <td className="fixed">{item.masked}</td>
            <td className="fixed mono">{item.reference}</td>
            <td className="fixed">
              <span className={`tag ${stateTexts[item.state][1]}`}>{stateTexts[item.state][0]}</span>
            </td>
            <td>{item.cause}</td>
            <td className="num">{item.failedAt === null ? '-' : minuteText(item.failedAt)}</td>
            <td className="num">{item.retryAt === null ? '-' : minuteText(item.retryAt)}</td>
            <td className="num">
              <DeskButton
                text={item.state === 'stopped' ? '恢复' : '停止'}
                look="small"
                onClick={() => setChanged(item)}
              />
            </td>
          </tr>
        )}
      />
      {isStopping && (
        <PromptDialog
          title="停止向一个邮箱发送？"
          text="以后设置的同样不发；用户看到理由。"
          line="邮箱"
          reason="理由"
          confirm="停止"
          onConfirm={({ line, reason }) => run('alerts stop', { target: line, reason })}
          onClose={() => setIsStopping(false)}
        />
      )}
      {changed !== null && (
        <PromptDialog
          title={`${isStopped ? '恢复' : '停止'}向 ${changed.masked} 发送？`}
          text={isStopped ? '下一次简报起恢复发送。' : '以后设置的同样不发；用户看到理由。'}
          reason="理由"
          confirm={isStopped ? '恢复' : '停止'}
          onConfirm={({ reason }) =>
            run(isStopped ? 'alerts resume' : 'alerts stop', { target: changed.reference, reason })
          }
          onClose={() => setChanged(null)}
        />
      )}
    </>
  )
}
