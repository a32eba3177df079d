import { correctionReasonLabel } from '@baiqicha/contract/correction'
import { totalText } from '@baiqicha/contract/desk/action'
import { type CorrectionQueue, correctionQueues } from '@baiqicha/contract/desk/corrections'
import { ObjectionPage } from './correction-page.tsx'
import { Choices, DeskLink, NoState, PageHead, ScrolledList } from './elements.tsx'
import { addressOf, goTo, useAddress, useNow, useRead } from './hooks.ts'
import { dueText, isSoon } from './texts.ts'

const PATH = '/corrections'

const emptyTitles: Record<CorrectionQueue, string> = {
  open: '没有待办的异议',
  overdue: '没有逾期的异议',
  soon: '没有 3 天内到期的异议',
  decided: '没有已办结的异议',
}
const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} ${totalText(count)}`

/** The queue of objections, or the one that `rest` names. */
export const CorrectionsPage = ({ rest }: { rest: string }) =>
  rest === '' ? <CorrectionQueueView /> : <ObjectionPage key={rest} number={rest} />

/** The queue of objections by due date, or the decided ones. */
function CorrectionQueueView() {
  const { params } = useAddress()
  const queue = correctionQueues.find((one) => one === params.get('state')) ?? 'open'
  const isDecided = queue === 'decided'
  const after = params.get('after')
  const list = useRead('corrections list', { queue, after })
  const now = useNow()
  return (
    <>
      <PageHead title="纠错与异议" note={list.data && `${totalText(list.data.total)} 件`}>
        <Choices
          label="状态"
          choices={[
            ['待办', addressOf(PATH), queue === 'open'],
            [counted('逾期', list.data?.overdue), addressOf(PATH, { state: 'overdue' }), queue === 'overdue'],
            [counted('3 天内', list.data?.soon), addressOf(PATH, { state: 'soon' }), queue === 'soon'],
            ['已办结', addressOf(PATH, { state: 'decided' }), isDecided],
          ]}
        />
      </PageHead>
      <ScrolledList
        query={list}
        heads={['编号', '事项', '企业', '状态', isDecided ? '结果' : '期限']}
        numbers={1}
        empty={<NoState title={emptyTitles[queue]} />}
        renderRow={(item) => (
          <tr key={item.number} onClick={() => goTo(`${PATH}/${item.number}`)}>
            <td>
              <DeskLink to={addressOf(`${PATH}/${item.number}`)} text={item.number} />
            </td>
            <td>
              {correctionReasonLabel(item.reason)}
              <span className="two">{item.title}</span>
            </td>
            <td>{item.companyName || '自然人'}</td>
            <td>{item.state}</td>
            <td className="num">
              {isDecided ? (
                item.result
              ) : (
                <span className={item.isOverdue ? 'risk' : isSoon(item.dueAt, now) ? 'warn' : ''}>
                  {dueText(item.dueAt, now)}
                </span>
              )}
            </td>
          </tr>
        )}
      />
    </>
  )
}
