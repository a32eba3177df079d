import { type CheckItem, checkTexts } from '@baiqicha/contract/desk/operations'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { act } from './api.ts'
import { DeskButton, DeskLink, ErrorLine, Loaded, PageHead, TableHead } from './elements.tsx'
import { addressOf, useAddress, useAttempt, useRead } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { secondText } from './texts.ts'

const stateTexts: Record<CheckItem['state'], [label: string, tone: string]> = {
  unset: ['未设置', 'mute'],
  untested: ['未测试', 'mute'],
  passed: ['通过', 'ok'],
  failed: ['失败', 'risk'],
}
const isRequired = ({ key }: CheckItem) => checkTexts[key].isRequired
const toneOf = (item: CheckItem): [label: string, tone: string] =>
  item.state === 'unset' && isRequired(item) ? ['缺少', 'warn'] : stateTexts[item.state]

/** Services outside and what production needs: what is set, when it last worked and failed, and a test of each. */
export function ChecksPage() {
  const list = useRead('checks list', {})
  const isFirst = useAddress().params.get('first') === '1'
  const queries = useQueryClient()
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<CheckItem | null>(null)
  const { error, attempt } = useAttempt()

  /** @throws Error when the test was refused */
  async function test({ key }: CheckItem, to: string) {
    setRunning((before) => new Set(before).add(key))
    try {
      await act('checks test', { key, to })
    } finally {
      setRunning((before) => new Set([...before].filter((one) => one !== key)))
      await queries.invalidateQueries({ queryKey: ['checks list'] })
    }
  }
  const testAll = (items: readonly CheckItem[]) =>
    attempt(async () => {
      for (const item of items) await test(item, '')
    })
  const free = (list.data?.items ?? []).filter(({ key, state }) => state !== 'unset' && checkTexts[key].perDay === null)
  return (
    <>
      <PageHead title={isFirst ? '上线前检查' : '检查'} note={list.data && summaryOf(list.data.items)}>
        {list.data !== undefined && <span className="quiet">{list.data.isProduction ? '生产模式' : '开发模式'}</span>}
        <DeskButton
          text="测试全部免费项"
          look="small"
          disabled={running.size > 0 || free.length === 0}
          onClick={() => void testAll(free)}
        />
        {isFirst && <DeskLink look="bt small" to={addressOf('/')} text="以后再说" />}
      </PageHead>
      <ErrorLine text={error} />
      <div className="scroll">
        <Loaded query={list}>
          {({ items }) => (
            <table>
              <TableHead heads={['项目', '状态', '现在的值与最近失败', '最近成功', '费用与限额', '测试']} numbers={1} />
              {[true, false].map((required) => (
                <tbody key={String(required)}>
                  <tr className="band">
                    <th colSpan={6} scope="rowgroup">
                      {required ? '生产模式必需' : '可选，不设置时对应功能不出现'}
                    </th>
                  </tr>
                  {items
                    .filter((item) => isRequired(item) === required)
                    .map((item) => (
                      <CheckRow
                        key={item.key}
                        item={item}
                        isRunning={running.has(item.key)}
                        onTest={() => (checkTexts[item.key].to === null ? void testAll([item]) : setAsked(item))}
                      />
                    ))}
                </tbody>
              ))}
            </table>
          )}
        </Loaded>
      </div>
      {asked !== null && (
        <PromptDialog
          title={`测试${checkTexts[asked.key].label}`}
          text={`${checkTexts[asked.key].cost}；今天还可测 ${asked.testsLeft ?? 0} 次，写入审计。`}
          line={checkTexts[asked.key].to ?? ''}
          confirm="发送"
          onConfirm={({ line }) => test(asked, line)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function summaryOf(items: readonly CheckItem[]): string {
  const count = (state: CheckItem['state']) => items.filter((item) => item.state === state).length
  const missing = items.filter((item) => item.state === 'unset' && isRequired(item)).length
  return `缺少 ${missing} 项 · 失败 ${count('failed')} 项 · 通过 ${count('passed')} 项`
}

function CheckRow({ item, isRunning, onTest }: { item: CheckItem; isRunning: boolean; onTest: () => void }) {
  const { label, purpose, cost, perDay, test } = checkTexts[item.key]
  const [state, tone] = toneOf(item)
  return (
    <tr>
      <td>
        <b>{label}</b>
        <span className="two">{purpose}</span>
      </td>
      <td className="fixed">
        <span className={`tag ${tone}`}>{state}</span>
      </td>
      <td>
        {item.value}
        {item.failedAt !== null && (
          <span className={item.state === 'failed' ? 'two risk' : 'two'}>
            {secondText(item.failedAt)} {item.cause}
          </span>
        )}
      </td>
      <td className="fixed">{item.succeededAt === null ? '-' : secondText(item.succeededAt)}</td>
      <td>
        {cost}
        {perDay !== null && item.state !== 'unset' && (
          <span className="two">
            今天还可测 {item.testsLeft} / {perDay} 次
          </span>
        )}
      </td>
      <td className="num">
        {item.state !== 'unset' && (
          <DeskButton
            text={isRunning ? '测试中' : test}
            look="small"
            disabled={isRunning || item.testsLeft === 0}
            aria-label={`${label}：${test}`}
            onClick={onTest}
          />
        )}
      </td>
    </tr>
  )
}
