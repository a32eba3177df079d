import type { OwnershipPath, UltimateHolders } from '@baiqicha/contract/ownership'
import { Fragment } from 'react'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { recordListPath } from '../../domain/record/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatAmount, formatPercent } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import relation from './relation-page.module.css'
import styles from './ultimate-screen.module.css'
import { exactShare, figureText, nameOf, nodeOf, productText, sourcesOfSteps, stepsOf } from './ultimate-share.ts'

/** A figure whose paths the sheet shows. */
export type ShownFigure = {
  node: string
  share: number | null
  isPartial: boolean
  paths: readonly OwnershipPath[]
  hiddenPaths: number
}

type Props = { answer: UltimateHolders; figure: ShownFigure | null; onClose: () => void }

/** Sheet with one frame for each path of a figure: the holder at the top, what it holds below. */
export function UltimatePaths({ answer, figure, onClose }: Props) {
  const count = figure === null ? 0 : figure.paths.length + figure.hiddenPaths
  return (
    <Sheet
      open={figure !== null}
      onClose={onClose}
      title={figure === null ? '' : `${nameOf(answer, figure.node)} · ${count} 条路径`}
    >
      {figure !== null && <Paths answer={answer} figure={figure} />}
    </Sheet>
  )
}

function Paths({ answer, figure }: { answer: UltimateHolders; figure: ShownFigure }) {
  const known = figure.paths.flatMap(({ share }) => share ?? [])
  const steps = figure.paths.flatMap(({ holdings }) => stepsOf(answer, holdings))
  const place = answer.holders.findIndex(({ node }) => node === figure.node)
  return (
    <>
      {figure.paths.map((path, at) => (
        <PathFrame key={path.holdings.join(' ')} answer={answer} path={path} number={at + 1} />
      ))}
      {figure.hiddenPaths > 0 && (
        <p className={styles.ultimatePathsRest}>另有 {figure.hiddenPaths} 条较小的路径未列出</p>
      )}
      {known.length > 1 && figure.hiddenPaths === 0 && (
        <p className={styles.sum}>
          合计
          <span>
            {known.map(exactShare).join(' ＋ ')} ＝ {figureText(figure)}
          </span>
        </p>
      )}
      <div className={styles.foot}>
        <ul>
          {sourcesOfSteps(steps).map(({ sourceId, sourceName, sourceUrl, asOf }) => (
            <li key={sourceId}>
              <SourceChip name={sourceName} url={sourceUrl} asOf={asOf} />
            </li>
          ))}
        </ul>
        <Link
          track-id="ownership-tree"
          className={styles.ultimatePathsTree}
          to={recordListPath('shareholderInfo', answer.company.id, {
            view: 'tree',
            ...(place >= 0 && { holder: String(place) }),
          })}
        >
          在穿透图中查看 <Icon name="right" size={14} />
        </Link>
      </div>
    </>
  )
}

type FrameProps = { answer: UltimateHolders; path: OwnershipPath; number: number }

function PathFrame({ answer, path, number }: FrameProps) {
  const steps = stepsOf(answer, path.holdings)
  const product = productText(steps)
  const share = path.share === null ? '未公示' : exactShare(path.share)
  return (
    <section className={styles.path} aria-label={`路径 ${number}`}>
      <h3 className={styles.head}>
        路径 {number}
        <span>{share}</span>
      </h3>
      <ol className={styles.chain}>
        {steps.map((step) => (
          <li key={step.company}>
            <ChainNode answer={answer} node={step.holder} />
            <Link
              track-id="record-open"
              className={classNames(styles.step, utility.tapHeight)}
              to={recordListPath('shareholderInfo', step.company)}
            >
              <b>{step.share === null ? '未公示' : formatPercent(step.share)}</b>
              <span>
                {[
                  step.amount === null ? null : `认缴 ${formatAmount(step.amount.value, step.amount.unit)}`,
                  step.basis,
                  step.asOf,
                ]
                  .filter((part) => part !== null)
                  .map((part, at, parts) => (
                    <Fragment key={part}>
                      <span className={utility.together}>{at < parts.length - 1 ? `${part} ·` : part}</span>{' '}
                    </Fragment>
                  ))}
              </span>
              <span className={utility.spoken}>，{nameOf(answer, step.company)}的持股记录</span>
              {step.isDisputed && <Tag tone="amber">异议处理中</Tag>}
            </Link>
          </li>
        ))}
        <li>
          <ChainNode answer={answer} node={answer.company.id} isRoot />
        </li>
      </ol>
      {product !== null && (
        <p className={styles.product}>
          {product}
          <b>{share}</b>
        </p>
      )}
    </section>
  )
}

/** Round person, square company, filled for the company of the page. */
function ChainNode({ answer, node: key, isRoot = false }: { answer: UltimateHolders; node: string; isRoot?: boolean }) {
  const node = nodeOf(answer, key)
  const name = node?.name ?? '-'
  return (
    <p className={relation.node}>
      <i
        className={classNames(node?.kind !== 'person' && relation.square, isRoot && relation.end)}
        aria-hidden="true"
      />
      {node?.companyId == null || isRoot ? <bdi>{name}</bdi> : <CompanyLink id={node.companyId} name={name} />}
    </p>
  )
}
