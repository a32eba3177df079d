import type { Perspective } from '@baiqicha/contract/company-perspective'
import { COMPARED_LEAST, COMPARED_MOST } from '@baiqicha/contract/compared-ids'
import { classNames } from '../../lib/class-names.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import rowStyles from '../company/company-row.module.css'
import styles from './compare.module.css'

/** URL of 企业对比: the companies in their order, and the rows that show; the facts without `view`. */
export const comparePath = (ids: readonly string[], view: Perspective | 'facts' = 'facts'): string =>
  `/compare?${new URLSearchParams({ ids: ids.join(','), ...(view !== 'facts' && { view }) }).toString()}`

/** A company of the compare basket. */
export type ChosenCompany = { id: string; briefName: string }

/** The compare basket: the companies that the user chooses for 企业对比. */
export type CompareControl = {
  /** In the order of choice; null: the user does not choose now. */
  chosen: readonly ChosenCompany[] | null
  start: (companies?: readonly ChosenCompany[]) => void
  cancel: () => void
  /** Adds or removes a company. Returns false when the basket is full. */
  toggle: (company: ChosenCompany) => boolean
}

const showBasketFull = () => showToast(`最多对比 ${COMPARED_MOST} 家企业`)

/** Choice of a company in a row, in the place of 关注 while the user chooses. */
export function CompareToggle({
  company,
  control,
}: {
  company: ChosenCompany & { name: string }
  control: CompareControl
}) {
  const isChosen = control.chosen?.some(({ id }) => id === company.id) ?? false
  return (
    <button
      track-id="compare-choose"
      data-track-label="对比"
      type="button"
      className={classNames(rowStyles.corner, isChosen && styles.on)}
      aria-label={`对比${company.name}`}
      aria-pressed={isChosen}
      onClick={() => control.toggle(company) || showBasketFull()}
    >
      <span className={styles.circle}>{isChosen && <Icon name="check" size={14} />}</span>
    </button>
  )
}

/** Begins or ends the choice, above a list of companies. */
export function CompareStart({ control: { chosen, start, cancel } }: { control: CompareControl }) {
  return (
    <button
      track-id="compare-start"
      type="button"
      className={styles.start}
      aria-pressed={chosen !== null}
      onClick={() => (chosen === null ? start() : cancel())}
    >
      <Icon name="vs" size={14} />
      对比
    </button>
  )
}

/** The chosen companies at the lower edge of a page, and the way to their comparison. Nothing while the user does not choose. */
export function CompareBar({ control: { chosen, toggle, cancel } }: { control: CompareControl }) {
  const navigate = useNavigate()
  if (chosen === null) return null
  const missing = COMPARED_LEAST - chosen.length
  return (
    <>
      <div className={styles.room} />
      <section className={styles.bar} aria-label="企业对比">
        <button
          track-id="compare-cancel"
          type="button"
          className={styles.cancel}
          aria-label="取消对比"
          onClick={cancel}
        >
          <Icon name="close" size={18} />
        </button>
        {chosen.length === 0 ? (
          <p className={utility.grow}>
            选择 {COMPARED_LEAST}–{COMPARED_MOST} 家企业
          </p>
        ) : (
          <ul className={styles.companies} aria-label="已选企业">
            {chosen.map((company) => (
              <li key={company.id}>
                <button
                  track-id="compare-choose"
                  type="button"
                  className={styles.company}
                  aria-label={`移除${company.briefName}`}
                  onClick={() => toggle(company)}
                >
                  <bdi className={utility.clip}>{company.briefName}</bdi>
                  <Icon name="close" size={12} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <Button
          trackId="compare"
          className={styles.go}
          unready={missing > 0}
          onClick={() =>
            missing > 0 ? showToast(`请再选 ${missing} 家企业`) : void navigate(comparePath(chosen.map(({ id }) => id)))
          }
        >
          对比 {chosen.length}/{COMPARED_MOST}
        </Button>
      </section>
    </>
  )
}
