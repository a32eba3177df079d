import type { CorrectionDeskDetail } from '@baiqicha/contract/desk/corrections'

type Columns = NonNullable<CorrectionDeskDetail['columns']>

const differs = ({ values }: Columns['rows'][number]) => new Set(values).size > 1

/** What each source states, side by side; differing rows are tinted, and the source in force is marked. */
export function SourceComparison({ columns: { sources, rows } }: { columns: Columns }) {
  const differences = rows.filter(differs).length
  return (
    <>
      <table className="sources">
        <caption className="spoken">各来源的记载</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="spoken">项目</span>
            </th>
            {sources.map(({ name, asOf }) => (
              <th key={name} scope="col">
                {name}
                <span className="two">截至 {asOf ?? '不详'}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} className={differs(row) ? 'differs' : ''}>
              <th scope="row">{row.label}</th>
              {row.values.map((value, at) => (
                <td key={sources[at]?.name}>
                  {at > 0 && value === row.values[0] ? <span className="quiet">同左</span> : (value ?? '未公示')}
                  {differs(row) && sources[at]?.isInForce === true && <span className="tag ok">采用</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {sources.length > 1 && (
        <p className="quiet">{differences === 0 ? '各来源一致。' : `底色标出来源不同的 ${differences} 处。`}</p>
      )}
    </>
  )
}
