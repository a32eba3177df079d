import type { UploadReport } from '@baiqicha/contract/desk/uploads'
import { useState } from 'react'
import { addressOf } from './address.ts'
import { DeskLink, TableHead } from './elements.tsx'
import { countText } from './number-text.ts'

/** Result of a dry run or an import: counts, then rejected rows by field. */
export function UploadReportView({ report }: { report: UploadReport }) {
  const { isDryRun, number, rowsRead, created, changed, unchanged, pending, excluded, rejected } = report
  const [shown, setShown] = useState(report.fields[0]?.field)
  const field = report.fields.find((one) => one.field === shown) ?? report.fields[0]
  const counts = [
    [isDryRun ? '试运行读取' : '读取', rowsRead],
    ['新增', created],
    ['更新', changed],
    ['无变化', unchanged],
    ['待对应', pending],
    ['不收录', excluded],
    ['未收录', rejected],
  ] as const
  return (
    <section aria-label={isDryRun ? '试运行结果' : '导入结果'}>
      <dl className="strip tiles">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt className="two">{label}</dt>
            <dd className={label === '未收录' && count > 0 ? 'warn' : ''}>{countText(count)}</dd>
          </div>
        ))}
      </dl>
      {!isDryRun && number > 0 && (
        <p className="section row">
          <DeskLink look="bt small" to={addressOf(`/imports/${number}`)} text={`查看导入 #${number}`} />
          <span className="quiet">在那里下载未收录的行，或撤销</span>
        </p>
      )}
      {report.unusedColumns.length > 0 && (
        <p className="section quiet">没有用到的列：{report.unusedColumns.join('、')}</p>
      )}
      {field !== undefined && (
        <div className="split rejects">
          <nav className="column side-column first" aria-label="未收录，按字段">
            {report.fields.map((one) => (
              <button
                key={one.field}
                type="button"
                aria-pressed={one.field === field.field}
                onClick={() => setShown(one.field)}
              >
                <b>{one.label}</b>
                <span className="num">{countText(one.rejected + one.lost)}</span>
                <span className="two">
                  未收录 {countText(one.rejected)} 行{one.lost > 0 && `，留空 ${countText(one.lost)} 个`}
                </span>
              </button>
            ))}
          </nav>
          {/* A keyboard scrolls the region, so it takes the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section className="scroll" aria-label={field.label} tabIndex={0}>
            <table>
              <caption>
                {field.label}：前 {field.first.length} 条，共 {countText(field.rejected + field.lost)} 条
              </caption>
              <TableHead heads={['行', '原值', '原因', '结果']} />
              <tbody>
                {field.first.map(({ line, value, reason, isStored }, at) => (
                  <tr key={`${line}-${at}`}>
                    <td className="fixed">{countText(line)}</td>
                    <td className="mono">{value === '' ? '-' : value}</td>
                    <td>{reason}</td>
                    <td className="fixed">{isStored ? '收录，此值留空' : '未收录'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
      )}
    </section>
  )
}
