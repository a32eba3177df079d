import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { useState } from 'react'
import { DeskButton, NoState, PageHead, ScrolledList } from './elements.tsx'
import { useAct, useAddress, useRead } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { minuteText } from './texts.ts'

type Hidden = DeskOutput<'numbers list'>['items'][number]

/** Numbers that no page shows, masked, with why and by whom they were hidden. */
export function NumbersPage() {
  const run = useAct()
  const after = useAddress().params.get('after')
  const list = useRead('numbers list', { after })
  const [lifted, setLifted] = useState<Hidden | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <PageHead title="隐藏号码" note={list.data && `本人申请 ${list.data.byOwner} · 运营添加 ${list.data.byOperator}`}>
        <DeskButton text="隐藏号码" look="small" onClick={() => setIsAdding(true)} />
      </PageHead>
      <ScrolledList
        query={list}
        heads={['号码', '编号', '理由', '时间', '操作']}
        numbers={2}
        empty={
          <NoState title="没有隐藏的号码" text="手机号的主人在号码屏蔽申请中用短信验证码隐藏；座机与邮箱在这里添加。" />
        }
        renderRow={(item) => (
          <tr key={item.reference}>
            <td className="fixed">{item.masked}</td>
            <td className="fixed mono">{item.reference}</td>
            <td>{item.addedBy === 'owner' ? '本人申请' : item.reason}</td>
            <td className="num">{minuteText(item.hiddenAt)}</td>
            <td className="num">
              <DeskButton text="恢复" look="small" onClick={() => setLifted(item)} />
            </td>
          </tr>
        )}
      />
      {isAdding && (
        <PromptDialog
          title="隐藏一个号码？"
          text="各来源均不再显示，以后导入的同样隐藏。"
          line="号码或邮箱"
          reason="理由"
          confirm="隐藏"
          onConfirm={({ line, reason }) => run('numbers add', { number: line, reason })}
          onClose={() => setIsAdding(false)}
        />
      )}
      {lifted !== null && (
        <PromptDialog
          title={`恢复显示 ${lifted.masked}？`}
          text={lifted.addedBy === 'owner' ? '号码由本人申请隐藏，须有本人的要求。' : '来源公示的号码恢复显示。'}
          reason="理由"
          confirm="恢复"
          onConfirm={({ reason }) => run('numbers remove', { number: lifted.reference, reason })}
          onClose={() => setLifted(null)}
        />
      )}
    </>
  )
}
