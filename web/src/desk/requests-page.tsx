import { DeskButton, ErrorLine, NoState, PagedList, PageHead } from './elements.tsx'
import { useAct, useAddress, useAttempt, useRead } from './hooks.ts'
import { minuteText } from './texts.ts'

/** Companies that users want updated or included. */
export function RequestsPage() {
  const run = useAct()
  const { params } = useAddress()
  const [updatesAfter, inclusionsAfter] = [params.get('updates'), params.get('inclusions')]
  const updates = useRead('updates list', { after: updatesAfter })
  const inclusions = useRead('inclusions list', { after: inclusionsAfter })
  const { error, attempt } = useAttempt()
  return (
    <>
      <PageHead title="更新与收录" />
      <ErrorLine text={error} />
      <div className="scroll">
        <PagedList
          query={updates}
          pager={{ parameter: 'updates' }}
          caption="更新申请"
          empty={<NoState title="没有人申请更新" />}
          renderRow={({ companyId, companyName, requests, since }) => (
            <tr key={companyId}>
              <td>
                {companyName}
                <span className="two">{companyId}</span>
              </td>
              <td className="num">{requests} 人</td>
              <td className="num">自 {minuteText(since)}</td>
              <td className="num">
                <DeskButton
                  text="已更新"
                  look="small"
                  onClick={() => void attempt(() => run('updates done', { companyId }))}
                />
              </td>
            </tr>
          )}
        />
        <PagedList
          query={inclusions}
          pager={{ parameter: 'inclusions' }}
          caption="收录申请"
          empty={<NoState title="没有收录申请" />}
          renderRow={({ keyword, requests, last }) => (
            <tr key={keyword}>
              <td>{keyword}</td>
              <td className="num">{requests} 人</td>
              <td className="num">最近 {minuteText(last)}</td>
              <td className="num">
                <DeskButton
                  text="已收录"
                  look="small"
                  onClick={() => void attempt(() => run('inclusions done', { keyword }))}
                />
              </td>
            </tr>
          )}
        />
      </div>
    </>
  )
}
