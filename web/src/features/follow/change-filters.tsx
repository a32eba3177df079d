import { useState } from 'react'
import { useNavigate } from '../../lib/router/router.tsx'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import styles from './change-filters.module.css'
import { eventKindGroups, titleOfKind } from './event-kinds.ts'
import { type FollowParams, followPath } from './follow-params.ts'

type Props = {
  params: FollowParams
  /** Name of the company of the filter; undefined: the user does not follow it, or the list is loading. */
  companyName: string | undefined
}

/** Filters of 动态: a kind, and the company of a row of the other tab. */
export function ChangeFilters({ params, companyName }: Props) {
  const { companyId, kind } = params
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const show = (change: Partial<FollowParams>) => void navigate(followPath({ ...params, ...change }), { replace: true })

  function choose(next: FollowParams['kind']) {
    setIsOpen(false)
    show({ kind: next === kind ? '' : next })
  }

  return (
    <>
      <ul className={`${chips.scrolling} ${styles.filters}`} aria-label="筛选">
        <li>
          <Chip trackId="change-kind" pressed={kind !== ''} onClick={() => setIsOpen(true)}>
            {kind === '' ? '全部类型' : titleOfKind(kind)}
            <Icon name="down" size={14} />
          </Chip>
        </li>
        {companyId !== '' && (
          <li className={styles.company}>
            <Chip trackId="change-company" pressed onClick={() => show({ companyId: '' })}>
              <span className={utility.spoken}>取消筛选：</span>
              <bdi className={utility.clip}>{companyName ?? '指定企业'}</bdi>
              <Icon name="close" size={14} />
            </Chip>
          </li>
        )}
      </ul>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="动态类型">
        <div className={styles.kinds}>
          <Chip trackId="change-kind" block pressed={kind === ''} onClick={() => choose('')}>
            全部类型
          </Chip>
          {eventKindGroups.map((group) => (
            <section key={group.title} aria-label={group.title}>
              <h3 className={styles.title}>{group.title}</h3>
              <div className={chips.grid}>
                {group.kinds.map((one) => (
                  <Chip trackId="change-kind" key={one} block pressed={one === kind} onClick={() => choose(one)}>
                    {titleOfKind(one)}
                  </Chip>
                ))}
              </div>
            </section>
          ))}
        </div>
      </Sheet>
    </>
  )
}
