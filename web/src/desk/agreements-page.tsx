import { agreementTypes } from '@baiqicha/contract/agreements'
import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { agreementTitles } from '@baiqicha/contract/desk/agreements'
import { addressOf } from './address.ts'
import { AgreementPage } from './agreement-page.tsx'
import { consentText } from './agreement-publication.tsx'
import { PageHead } from './page-head.tsx'
import { Loaded } from './states.tsx'
import { minuteText } from './time-text.ts'
import { useRead } from './use-action.ts'

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
